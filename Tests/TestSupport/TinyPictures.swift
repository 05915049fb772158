import Foundation

/// A valid JPEG of 48x32 px in a few hundred bytes, the comment making its bytes, and so its key, its own.
public func tinyJPEG(_ comment: String) -> [UInt8] {
  let text = Array(comment.utf8.prefix(60_000))
  let length = text.count + 2
  let segment = [0xFF, 0xFE, UInt8(length >> 8), UInt8(length & 0xFF)] + text
  let base = Array(tinyBase)
  return Array(base[..<2]) + segment + Array(base[2...])
}

/// Drawn with ImageMagick: a gradient from red to blue.
private let tinyBase =
  Data(
    base64Encoded: """
      /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAoHBwgHBgoICAgLCgoLDhgQDg0NDh0VFhEYIx8lJCIfIiEmKzcvJik0KSEiMEEx
      NDk7Pj4+JS5ESUM8SDc9Pjv/2wBDAQoLCw4NDhwQEBw7KCIoOzs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7
      Ozs7Ozs7Ozs7Ozs7Ozv/wAARCAAgADADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAQG/8QAFRABAQAAAAAAAAAA
      AAAAAAAAABP/xAAXAQEBAQEAAAAAAAAAAAAAAAAABwEG/8QAFhEAAwAAAAAAAAAAAAAAAAAAABVh/9oADAMBAAIRAxEAPwDI
      0KJqFGLYUlhSmhRNQoLYGFKaFE1CgtgYUloUS0KKMthwTClVCiWhQWwMKVUKJaFBbAwp/9k=
      """, options: .ignoreUnknownCharacters) ?? Data()
