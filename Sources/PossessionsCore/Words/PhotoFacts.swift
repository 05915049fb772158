/// What a file's bytes say, found by its content and never by its name.
public enum MediaType: String, Sendable, Codable, CaseIterable {
  case jpeg = "image/jpeg"
  case png = "image/png"
  case webp = "image/webp"
  case gif = "image/gif"
  case tiff = "image/tiff"
  case heic = "image/heic"
  case avif = "image/avif"
  case bmp = "image/bmp"
  /// A camera's raw file: shown by its embedded preview.
  case raw = "image/x-raw"
  case pdf = "application/pdf"
  case movie = "video/mp4"
  case svg = "image/svg+xml"
  case unknown = "application/octet-stream"

  /// The extension of originals in the store.
  public var fileExtension: String {
    switch self {
    case .jpeg: "jpg"
    case .png: "png"
    case .webp: "webp"
    case .gif: "gif"
    case .tiff: "tif"
    case .heic: "heic"
    case .avif: "avif"
    case .bmp: "bmp"
    case .raw: "raw"
    case .pdf: "pdf"
    case .movie: "mp4"
    case .svg: "svg"
    case .unknown: "bin"
    }
  }
}

/// What is known of a picture without decoding it: read once in the worker, remembered in the catalog.
public struct PhotoFacts: Hashable, Sendable, Codable {
  public var mediaType: MediaType
  /// Pixels as shown upright, after EXIF orientation or HEIF transforms; nil where the header is unreadable.
  public var width: Int?
  public var height: Int?
  /// The EXIF orientation as stored, 1 to 8; nil where absent. Not applied to HEIF, whose container decides.
  public var orientation: Int?
  /// Frames or pages; 1 for a plain picture.
  public var pageCount: Int?
  public var capturedAt: CaptureTime?
  public var cameraMake: String?
  public var cameraModel: String?
  public var cameraSerial: String?
  public var lens: String?
  /// Degrees, north and east positive.
  public var latitude: Double?
  public var longitude: Double?
  /// Metres above sea level.
  public var altitude: Double?
  public var title: String?
  public var caption: String?
  public var keywords: [String]
  /// Texts of QR codes and barcodes in the pixels; nil where they were not looked for.
  public var codes: [String]?
  /// Other facts worth keeping, by name: `exposure`, `iso`, `software`, `hdr`, `burst-id`, `content-id`, …
  public var other: [String: String]

  public init(mediaType: MediaType) {
    self.mediaType = mediaType
    keywords = []
    other = [:]
  }
}

/// A file's identity by stat(2): where it is equal, the content is taken for unchanged unless `--rehash`.
public struct FileStamp: Hashable, Sendable, Codable {
  public var size: Int64
  /// Nanoseconds since 1970-01-01T00:00:00Z.
  public var modified: Int64
  public var changed: Int64
  public var inode: UInt64

  public init(size: Int64, modified: Int64, changed: Int64, inode: UInt64) {
    self.size = size
    self.modified = modified
    self.changed = changed
    self.inode = inode
  }
}

/// How well a picture decodes.
public enum PictureState: String, Sendable, Codable, CaseIterable {
  /// Taken in, not yet decoded.
  case unrendered
  case ok
  /// Decoded with damage.
  case degraded
  /// Only an embedded preview could be shown.
  case previewOnly = "preview-only"
  case undecodable
  case tooLarge = "too-large"
  /// A document (PDF) or other file that is kept and not rendered.
  case notAPicture = "not-a-picture"
}
