// The end of an import: the documents, written only where something changed.
import Files
import PossessionsCore
import Recording
import Reporting

extension ImportRun {
  func writeReports(_ folder: CatalogFolder, _ recorder: Recorder, run: RunRecord) throws(Failure) {
    let formats = request.reportFormats ?? settings.report ?? ["html"]
    let missing = formats.filter { !folder.contains(BytePath("reports/inventory.\($0)")) }
    guard !formats.isEmpty, outcome.didChange || !missing.isEmpty else { return }
    environment.observe(.stepStarted(step: "report", total: formats.count))
    var contents = try recorder.reader.contents()
    // Only a run over all inputs knows what stands.
    if request.hand == nil {
      contents.findings = outcome.findings
      contents.lastRun = run
    }
    guard let today = PartialDate(iso: environment.now().prefix(10)) else {
      preconditionFailure("the clock gives RFC 3339")
    }
    var options = ReportOptions(valuationDate: today, toolVersion: "possessions \(environment.version)")
    if let currency = request.intake.currency ?? settings.currency { options.currency = currency }
    if let name = intakeOptions.locale, let locale = ReportLocale(name) {
      options.locale = locale
      options.paper = locale.paper
    }
    let written = try writeDocuments(
      ReportRequest(
        catalog: folder.root, output: nil, formats: outcome.didChange ? formats : missing, options: options),
      contents, folder)
    outcome.reports = written.files
    for file in written.files {
      environment.observe(.reportWritten(path: file, format: file.lowercasedExtension))
    }
  }
}
