// Where a catalog may lie. SQLite's locks and fsync are not to be trusted on file systems of other machines.
import CLinux
import Glibc
import PossessionsCore

/// Kinds of file systems by the `f_type` of statfs(2), as far as they matter here.
enum FileSystemKind: Hashable, Sendable {
  case local
  /// With its usual name.
  case network(String)
  /// Decided by the mount table, since the number says only that a process serves it.
  case userSpace

  init(magic: UInt32) {
    switch magic {
    case 0x6969: self = .network("NFS")
    case 0x517B: self = .network("SMB")
    case 0xFF53_4D42: self = .network("CIFS")
    case 0xFE53_4D42: self = .network("SMB 2")
    case 0x0102_1997: self = .network("9P")
    case 0x5346_414F, 0x6B41_4653: self = .network("AFS")
    case 0x00C3_6400: self = .network("Ceph")
    case 0x0BD0_0BD0: self = .network("Lustre")
    case 0x7461_636F: self = .network("OCFS2")
    case 0x0116_1970: self = .network("GFS2")
    case 0x7375_7245: self = .network("Coda")
    case 0x564C: self = .network("NCP")
    case 0x6573_5546: self = .userSpace
    default: self = .local
    }
  }

  /// FUSE file systems that reach another machine, by the name in the mount table.
  static let remoteUserSpace: Set<String> = [
    "fuse.sshfs", "fuse.s3fs", "fuse.rclone", "fuse.glusterfs", "fuse.davfs", "fuse.goofys", "fuse.gcsfuse",
    "fuse.ceph", "fuse.curlftpfs", "fuse.juicefs", "fuse.google-drive-ocamlfuse", "fuse.onedriver",
  ]
}

/// Refuses (`wrongCatalog`) a folder on a file system that does not keep a catalog safe.
///
/// - Parameter path: absolute; its nearest existing ancestor is asked.
func requireSafeFileSystem(of path: BytePath, shown: BytePath) throws(Failure) {
  var here = path
  var about = statfs()
  while here.withCString({ statfs($0, &about) }) != 0 {
    guard errno == ENOENT, here.bytes.count > 1 else {
      throw failure(errno: errno, act: "examine the file system", path: here)
    }
    here = here.parentOrRoot
  }
  let kind = FileSystemKind(magic: UInt32(truncatingIfNeeded: about.f_type))
  try requireSafe(kind, mountType: { mountType(of: here) }, shown: shown)
}

func requireSafe(_ kind: FileSystemKind, mountType: () -> String?, shown: BytePath) throws(Failure) {
  let name: String
  switch kind {
  case .local: return
  case .network(let network): name = network
  case .userSpace:
    guard let type = mountType(), FileSystemKind.remoteUserSpace.contains(type) else { return }
    name = type
  }
  throw Failure(
    .wrongCatalog, subject: shown.description,
    message:
      "the catalog would lie on a network file system (\(name)), where neither locks nor fsync are sure",
    remedy: "keep the catalog on a local disk and copy backups there, or say --allow-network-catalog")
}

/// The type in /proc/self/mountinfo of the mount that holds `path`; nil where it cannot be found.
func mountType(of path: BytePath) -> String? {
  guard let real = realPath(path), let table = try? FileDescriptor.reading("/proc/self/mountinfo"),
    let bytes = try? table.readToEnd(limit: 1 << 24)
  else { return nil }
  return mountType(of: real, table: bytes)
}

/// - Parameter table: in the form of proc(5), "/proc/pid/mountinfo".
func mountType(of path: BytePath, table: [UInt8]) -> String? {
  var best: (length: Int, type: String)?
  for line in table.split(separator: 0x0A) {
    let fields = line.split(separator: 0x20)
    guard fields.count > 6, let dash = fields.firstIndex(where: { $0.elementsEqual([0x2D]) }),
      dash + 1 < fields.count
    else { continue }
    let point = unescapedMountPoint(Array(fields[4]))
    let holds =
      point == [0x2F] || path.bytes == point || path.bytes.starts(with: point + [0x2F])
    // A later line at the same place covers an earlier one.
    if holds, point.count >= best?.length ?? 0 {
      best = (point.count, String(decoding: fields[dash + 1], as: UTF8.self))
    }
  }
  return best?.type
}

/// Blanks and backslashes stand as three octal digits in the mount table.
private func unescapedMountPoint(_ text: [UInt8]) -> [UInt8] {
  var bytes: [UInt8] = []
  var index = 0
  while index < text.count {
    if text[index] == 0x5C, index + 3 < text.count,
      let value = UInt8(String(decoding: text[(index + 1)...(index + 3)], as: UTF8.self), radix: 8)
    {
      bytes.append(value)
      index += 4
    } else {
      bytes.append(text[index])
      index += 1
    }
  }
  return bytes
}
