import {
  describeImportFailure,
  describeImportLoss,
  type FilesImport,
  type ImportCounts,
  type ImportedPart,
  type ImportedScript,
  type ImportFormat,
  importFormatNames,
  literalSecrets,
} from '@parley/convert'
import { checkScript, type ScriptCheck } from '@parley/script/check'
import type { BrokenScript, ImportSummary, UnsupportedScriptCall } from './import-summary.ts'
import { secretsOfScripts } from './secrets-of-scripts.ts'

const nothing: ImportCounts = {
  collections: 0,
  folders: 0,
  requests: 0,
  examples: 0,
  environments: 0,
  variables: 0,
}

/** Summarizes an import. Scripts are parsed, none is run. */
export function summarize({ parts, refused }: FilesImport): ImportSummary {
  const scripts = checkedScripts(parts.flatMap(part => part.report.scripts))
  return {
    sources: parts.map(({ sourcePath, format, report }) => ({
      path: sourcePath,
      format,
      formatName: importFormatNames[format],
      counts: report.counts,
    })),
    refused: refused.map(({ path, failure }) => ({
      path,
      code: failure.code,
      sentence: describeImportFailure(failure),
    })),
    counts: parts.reduce((sum, part) => added(sum, part.report.counts), nothing),
    losses: parts.flatMap(lossesOf),
    literalSecrets: parts.flatMap(secretsOf),
    secretsOfScripts: secretsOfScripts(parts),
    unsupportedCalls: scripts.flatMap(({ script, check }) =>
      check.unsupported.map(
        ({ name, line }): UnsupportedScriptCall => ({ place: script.path, phase: script.phase, name, line }),
      ),
    ),
    libraryCalls: scripts.flatMap(({ script, check }) =>
      check.libraries.map(({ name, line }) => ({ place: script.path, phase: script.phase, name, line })),
    ),
    brokenScripts: scripts.flatMap(({ script, check }): readonly BrokenScript[] =>
      check.syntaxError === null
        ? []
        : [
            {
              place: script.path,
              phase: script.phase,
              line: check.syntaxError.line,
              message: check.syntaxError.message,
            },
          ],
    ),
    filesToPick: parts.flatMap(part =>
      part.report.filesToPick.map(({ path, filePath }) => ({ place: path, filePath })),
    ),
  }
}

function lossesOf({ report }: ImportedPart): ImportSummary['losses'] {
  return report.losses.map(loss => ({
    place: loss.path,
    code: loss.code,
    sentence: describeImportLoss(loss),
  }))
}

/** The formats that describe an API: their values are samples and not secrets. */
const apiDescriptions: ReadonlySet<ImportFormat> = new Set(['openApi', 'wsdl', 'graphQl'])

function secretsOf(part: ImportedPart): ImportSummary['literalSecrets'] {
  if (apiDescriptions.has(part.format)) return []
  return literalSecrets(part).map(({ path, subject }) => ({ place: path, subject }))
}

function added(one: ImportCounts, other: ImportCounts): ImportCounts {
  return {
    collections: one.collections + other.collections,
    folders: one.folders + other.folders,
    requests: one.requests + other.requests,
    examples: one.examples + other.examples,
    environments: one.environments + other.environments,
    variables: one.variables + other.variables,
  }
}

/** Checks scripts. Many of a collection are copies of one, which is checked once. */
function checkedScripts(
  scripts: readonly ImportedScript[],
): readonly { readonly script: ImportedScript; readonly check: ScriptCheck }[] {
  const checks = new Map<string, ScriptCheck>()
  return scripts.map(script => {
    const check = checks.get(script.text) ?? checkOf(script.text)
    checks.set(script.text, check)
    return { script, check }
  })
}

function checkOf(text: string): ScriptCheck {
  try {
    return checkScript(text)
  } catch (error) {
    // Brackets are nested more deeply than a parser can follow.
    if (!(error instanceof RangeError)) throw error
    const syntaxError = { line: 1, column: 1, message: 'It is nested too deeply to be read' }
    return { unsupported: [], libraries: [], syntaxError }
  }
}
