/// A number that a golden case limits, by its name in case files and results.
public enum GoldenMetric: String, Sendable, Hashable, CaseIterable {
  case maximumCode = "max_code"
  case maximumAlpha = "max_alpha"
  case meanDifference = "de00_mean"
  case percentile99 = "de00_p99"
  case maximumDifference = "de00_max"
  case visibleShare = "de00_above_2_3"
  case densestWindow = "de00_window"
  case meanSimilarity = "ssim_mean"
  case minimumSimilarity = "ssim_min"

  /// Of similarity more is better: its limit is the least that passes.
  public var isLowerBound: Bool { self == .meanSimilarity || self == .minimumSimilarity }

  /// For people.
  public var title: String {
    switch self {
    case .maximumCode: "largest code difference"
    case .maximumAlpha: "largest alpha difference"
    case .meanDifference: "ΔE00 mean"
    case .percentile99: "ΔE00 99th percentile"
    case .maximumDifference: "ΔE00 maximum"
    case .visibleShare: "share of pixels above ΔE00 2.3"
    case .densestWindow: "ΔE00 mean of the densest 16x16 window"
    case .meanSimilarity: "SSIM mean"
    case .minimumSimilarity: "SSIM minimum"
    }
  }

  public func value(in metrics: DifferenceMetrics) -> Double {
    switch self {
    case .maximumCode: Double(metrics.maximumCode)
    case .maximumAlpha: Double(metrics.maximumAlpha)
    case .meanDifference: metrics.meanDifference
    case .percentile99: metrics.percentile99
    case .maximumDifference: metrics.maximumDifference
    case .visibleShare: metrics.visibleShare
    case .densestWindow: metrics.densestWindow.meanDifference
    case .meanSimilarity: metrics.meanSimilarity
    case .minimumSimilarity: metrics.minimumSimilarity
    }
  }
}

/// Limits under a name. All of a profile must hold; what they were measured from is in `docs/edit-regression.md`.
public enum ToleranceProfile: String, Sendable, Hashable, CaseIterable {
  /// Not one code: geometry, and checks on the very same environment.
  case exact
  /// Across libvips versions, threads and vector code, where no colour profile is involved.
  case standard = "default"
  /// The same for inputs with a colour profile: the colour library rounds otherwise in each version, and edits raise that.
  case colourProfile = "colour-profile"
  /// Across machines with vector code: the last resort, real changes fit in as well.
  case simdMixed = "simd-mixed"
  /// A lossy encoding against its own pixels, quality 85 and up.
  case encode

  public var limits: [GoldenMetric: Double] {
    switch self {
    case .exact:
      [
        .maximumCode: 0, .maximumAlpha: 0, .meanDifference: 0, .percentile99: 0, .maximumDifference: 0,
        .minimumSimilarity: 1,
      ]
    case .standard:
      [
        .maximumCode: 1, .maximumAlpha: 1, .meanDifference: 0.05, .percentile99: 1.2,
        .maximumDifference: 3.0, .minimumSimilarity: 0.98,
      ]
    case .colourProfile:
      [
        .maximumCode: 4, .maximumAlpha: 1, .meanDifference: 0.05, .percentile99: 1.2,
        .maximumDifference: 3.5, .minimumSimilarity: 0.98,
      ]
    case .simdMixed:
      [
        .maximumCode: 8, .maximumAlpha: 8, .meanDifference: 0.40, .percentile99: 1.5,
        .maximumDifference: 3.5, .minimumSimilarity: 0.98,
      ]
    case .encode:
      [.maximumAlpha: 2, .meanDifference: 3.0, .percentile99: 9, .meanSimilarity: 0.93]
    }
  }
}

/// What a case may differ by: a profile, and exceptions that each have a reason.
public struct Tolerance: Sendable, Hashable {
  public var profile: ToleranceProfile
  public var exceptions: [GoldenMetric: Exception]

  public struct Exception: Sendable, Hashable {
    public var limit: Double
    public var reason: String

    public init(limit: Double, reason: String) {
      self.limit = limit
      self.reason = reason
    }
  }

  public init(profile: ToleranceProfile = .standard, exceptions: [GoldenMetric: Exception] = [:]) {
    self.profile = profile
    self.exceptions = exceptions
  }

  /// A metric against its limit.
  public struct Verdict: Sendable, Hashable {
    public var metric: GoldenMetric
    public var value: Double
    /// Nil where the metric is only shown.
    public var limit: Double?
    /// Where the limit comes from: `profile default`, or the exception's reason.
    public var origin: String
    public var holds: Bool
  }

  /// Every metric with its limit, in the order of `GoldenMetric`. A value that is no number never holds.
  public func verdicts(on metrics: DifferenceMetrics) -> [Verdict] {
    GoldenMetric.allCases.map { metric in
      let value = metric.value(in: metrics)
      let exception = exceptions[metric]
      guard let limit = exception?.limit ?? profile.limits[metric] else {
        return Verdict(metric: metric, value: value, limit: nil, origin: "", holds: value.isFinite)
      }
      // The last digits of a float are no change.
      let holds = metric.isLowerBound ? value >= limit - 1e-6 : value <= limit + 1e-9
      return Verdict(
        metric: metric, value: value, limit: limit,
        origin: exception.map { "exception: \($0.reason)" } ?? "profile \(profile.rawValue)", holds: holds)
    }
  }
}
