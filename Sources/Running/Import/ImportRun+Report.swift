// The end of an import: the documents, written only where something changed.
import Files
import PossessionsCore
import Recording
import Reporting

extension ImportRun {
  /// What the report at the end is to say. Its files are read before the first write; nil where there is none.
  func readReport() throws(Failure) -> ReportRequest? {
    let formats = request.reportFormats ?? settings.report ?? ["html"]
    guard !formats.isEmpty else { return nil }
    try requireReportFormats(formats)
    guard let today = PartialDate(iso: environment.now().prefix(10)) else {
      preconditionFailure("the clock gives RFC 3339")
    }
    var options = ReportOptions(valuationDate: today, toolVersion: "possessions \(environment.version)")
    if let currency = request.intake.currency ?? settings.currency { options.currency = currency }
    if let name = intakeOptions.locale, let locale = ReportLocale(name) {
      options.locale = locale
      options.paper = locale.paper
    }
    var report = ReportRequest(catalog: request.catalog, output: nil, formats: formats, options: options)
    report.policy = settings.policy
    report.lifeTable = settings.lifeTable
    try readReportInputs(&report)
    return report
  }

  func writeReports(_ folder: CatalogFolder, _ recorder: Recorder, run: RunRecord) throws(Failure) {
    guard var report else { return }
    if !outcome.didChange {
      report.formats.removeAll { folder.contains(BytePath("reports/inventory.\($0)")) }
    }
    guard !report.formats.isEmpty else { return }
    environment.observe(.stepStarted(step: "report", total: report.formats.count))
    var contents = try recorder.reader.contents()
    // Only a run over all inputs knows what stands.
    if request.hand == nil {
      contents.findings = outcome.findings
      contents.lastRun = run
    }
    report.options.damagedOriginals = missingOriginals(contents, folder)
    let written = try writeDocuments(report, contents, folder)
    outcome.reports = written.files
    for file in written.files {
      environment.observe(.reportWritten(path: file, format: file.lowercasedExtension))
    }
  }
}
