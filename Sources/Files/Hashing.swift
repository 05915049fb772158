// SHA-256 and the derivation of image keys, by libcrypto's EVP interface.
import CCrypto
public import PossessionsCore

/// SHA-256 of bytes that come in pieces (EVP_DigestUpdate).
public struct SHA256Hasher: ~Copyable {
  private let context: OpaquePointer

  public init() {
    // Fails only without memory, where nothing can go on.
    guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
      preconditionFailure("libcrypto gives no SHA-256")
    }
    self.context = context
  }

  deinit { EVP_MD_CTX_free(context) }

  public mutating func update(_ bytes: some Collection<UInt8>) {
    let done: Void? = bytes.withContiguousStorageIfAvailable { update(UnsafeRawBufferPointer($0)) }
    if done == nil { Array(bytes).withUnsafeBytes { update($0) } }
  }

  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1 else {
      preconditionFailure("libcrypto refused to hash")
    }
  }

  /// The digest of everything so far; the hasher is used up.
  public consuming func finish() -> SHA256Digest {
    var digest = [UInt8](repeating: 0, count: 32)
    guard EVP_DigestFinal_ex(context, &digest, nil) == 1 else {
      preconditionFailure("libcrypto refused to finish a hash")
    }
    return SHA256Digest(bytes: digest)
  }
}

/// The SHA-256 of bytes in memory.
public func sha256(of bytes: some Collection<UInt8>) -> SHA256Digest {
  var hasher = SHA256Hasher()
  hasher.update(bytes)
  return hasher.finish()
}

/// The SHA-256 of a file from where its descriptor stands, and the bytes counted.
public func sha256(of file: borrowing FileDescriptor) throws(Failure) -> (digest: SHA256Digest, size: Int64) {
  var hasher = SHA256Hasher()
  var block = [UInt8](repeating: 0, count: copyBlock)
  var size: Int64 = 0
  while true {
    let count = try file.read(into: &block)
    if count == 0 { return (hasher.finish(), size) }
    block.withUnsafeBytes { hasher.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    size += Int64(count)
  }
}

/// Bytes read, hashed and written at a time: larger blocks were not faster.
let copyBlock = 1 << 18

/// The image key of an original: UUID version 5 (RFC 9562, 5.5) in `ImageKey.namespace`, over the lower-case
/// hexadecimal SHA-256 of its bytes.
public func imageKey(of digest: SHA256Digest) -> ImageKey {
  let name = ImageKey.namespace + Array(digest.hex.utf8)
  var hash = [UInt8](repeating: 0, count: 20)
  guard EVP_Digest(name, name.count, &hash, nil, EVP_sha1(), nil) == 1 else {
    preconditionFailure("libcrypto gives no SHA-1")
  }
  return ImageKey(version5Hash: hash)
}
