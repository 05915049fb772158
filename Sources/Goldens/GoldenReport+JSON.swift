public import PossessionsCore

/// `results.json`: everything a run found out; what `approve` reads.
extension GoldenReport {
  static let schema = 1
  static let keyOrder = [
    "schema", "finished_at", "exit", "filtered", "as_production", "require_lock", "producer", "counts",
    "cases", "case",
    "status", "stage", "message", "remedy", "hint", "recipe", "input_sha256", "recipe_sha256", "expected",
    "actual",
    "metrics", "limits", "metric", "value", "limit", "origin", "holds", "environment", "pictures",
  ]

  /// `results.json` as a value, which `golden check --json` prints as well.
  public var document: JSONValue { json }

  var json: JSONValue {
    var totals: [String: JSONValue] = [:]
    for (status, count) in counts { totals[status.rawValue] = .number(Double(count)) }
    totals["environment"] = .number(Double(environmentChanges))
    return .object([
      "schema": .number(Double(Self.schema)), "finished_at": .string(finishedAt),
      "exit": .number(Double(exitCode)), "filtered": .bool(isFiltered),
      "as_production": .bool(isAsProduction),
      "require_lock": .bool(requiresLock), "producer": producer.json, "counts": .object(totals),
      "cases": .array(cases.map(\.json)),
    ])
  }
}

extension CheckedCase {
  var json: JSONValue {
    var members: [String: JSONValue] = [
      "case": .string(name), "status": .string(status.rawValue), "stage": .string(stage.rawValue),
    ]
    func text(_ key: String, _ value: String?) {
      if let value, !value.isEmpty { members[key] = .string(value) }
    }
    text("message", message)
    text("remedy", remedy)
    text("hint", hint)
    text("recipe", recipe)
    text("input_sha256", inputDigest?.hex)
    text("recipe_sha256", recipeDigest?.hex)
    text("environment", environment)
    members["expected"] = expected?.json
    members["actual"] = actual?.json
    if let metrics {
      var values: [String: JSONValue] = [:]
      for metric in GoldenMetric.allCases { values[metric.rawValue] = .number(metric.value(in: metrics)) }
      values["differing_pixels"] = .number(Double(metrics.differingPixels))
      values["counted_pixels"] = .number(Double(metrics.countedPixels))
      let window = metrics.densestWindow
      values["window"] = .object([
        "x": .number(Double(window.x)), "y": .number(Double(window.y)), "size": .number(Double(window.size)),
      ])
      members["metrics"] = .object(values)
      members["limits"] = .array(
        verdicts.compactMap { verdict in
          guard let limit = verdict.limit else { return nil }
          return .object([
            "metric": .string(verdict.metric.rawValue), "value": .number(verdict.value),
            "limit": .number(limit),
            "origin": .string(verdict.origin), "holds": .bool(verdict.holds),
          ])
        })
    }
    if !pictures.isEmpty { members["pictures"] = .object(pictures.mapValues { .string($0.description) }) }
    return .object(members)
  }
}

extension CheckedCase.Shape {
  var json: JSONValue {
    .object([
      "width": .number(Double(width)), "height": .number(Double(height)), "bands": .number(Double(bands)),
      "pixel_sha256": .string(pixelDigest.hex),
    ])
  }

  init(json: JSONValue) throws(Failure) {
    var members = try JSONMembers(json)
    guard let width = try members.integer("width"), let height = try members.integer("height"),
      let bands = try members.integer("bands"), let digest = try members.digest("pixel_sha256")
    else { throw Failure(.badData, message: "a shape is not complete", remedy: "run golden check again") }
    self.init(width: width, height: height, bands: bands, pixelDigest: digest)
  }
}
