import type { ImportCounts } from '@parley/convert'
import type { ImportSummary } from './import-summary.ts'

/** An item of the report: the containers of what it is about, as `Shop / Orders`, and the rest of the line. */
export interface ReportLine {
  readonly folder: string
  readonly text: string
}

/** A part of the report: a heading and one line per item. */
export interface ReportSection {
  readonly title: string
  /** What the user can do about it. */
  readonly nextStep: string
  readonly lines: readonly ReportLine[]
  /** The setting that the page offers to turn on; absent: none. */
  readonly setting?: 'scriptsRequireLibraries'
}

/**
 * Returns the report with the most important part first; empty parts are omitted.
 * @param isWritten - the import is done, and not only read
 */
export function reportSections(summary: ImportSummary, isWritten: boolean): readonly ReportSection[] {
  const { losses, literalSecrets, secretsOfScripts, unsupportedCalls, libraryCalls, refused } = summary
  const { brokenScripts, filesToPick } = summary
  const sections: readonly ReportSection[] = [
    {
      title: 'Not imported',
      nextStep: `Everything else ${isWritten ? 'was' : 'is'} imported without them.`,
      lines: refused.map(one => lineAt([one.path], one.sentence)),
    },
    {
      title: 'What Parley cannot represent',
      nextStep: 'Check that the requests they belong to work without them.',
      lines: losses.map(one => lineAt(one.place, one.sentence)),
    },
    {
      title: 'Secrets in plain text',
      nextStep: `These values ${isWritten ? 'were' : 'are'} saved as plain text in workspace files. Move each to a secret variable and use {{name}}.`,
      lines: literalSecrets.map(one => lineAt(one.place, one.subject)),
    },
    {
      title: 'Secrets that scripts read',
      nextStep:
        'They are withheld. Allow a secret to scripts with the code icon on its row, or in a run with --allow-secret NAME.',
      lines: secretsOfScripts.flatMap(({ name, scripts }) =>
        scripts.map(one => lineAt(one.place, `${phaseText(one.phase)} reads ${name}`)),
      ),
    },
    {
      title: 'Script calls that are not supported',
      nextStep: 'A script stops when it calls one. Remove the call, or replace it.',
      lines: unsupportedCalls.map(one =>
        lineAt(one.place, `${phaseText(one.phase)}, line ${one.line}: ${one.name}`),
      ),
    },
    {
      title: 'Scripts that require bundled libraries',
      nextStep:
        'Turn on Settings → Editor → Bundled libraries by require, or run them with --script-libraries.',
      lines: libraryCalls.map(one =>
        lineAt(one.place, `${phaseText(one.phase)}, line ${one.line}: ${one.name}`),
      ),
      setting: 'scriptsRequireLibraries',
    },
    {
      title: 'Scripts that cannot be read',
      nextStep: 'Correct them before the requests are sent.',
      lines: brokenScripts.map(one =>
        lineAt(one.place, `${phaseText(one.phase)}, line ${one.line}: ${one.message}`),
      ),
    },
    {
      title: 'Files to select again',
      nextStep: 'No file is read before that. Open each request and select its file.',
      lines: filesToPick.map(one => lineAt(one.place, one.filePath)),
    },
  ]
  return sections.filter(section => section.lines.length > 0)
}

/** Describes the number of imported items: `2 collections, 31 requests`. */
export function countsText(counts: ImportCounts): string {
  const words = [
    [counts.collections, 'collection'],
    [counts.folders, 'folder'],
    [counts.requests, 'request'],
    [counts.examples, 'example'],
    [counts.environments, 'environment'],
    [counts.variables, 'variable'],
  ] as const
  const texts = words.flatMap(([count, word]) =>
    count === 0 ? [] : [`${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`],
  )
  return texts.length === 0 ? 'nothing' : texts.join(', ')
}

/** Returns a line of the report as one text. */
export function lineText({ folder, text }: ReportLine): string {
  return folder === '' ? text : `${folder} / ${text}`
}

function lineAt(place: readonly string[], text: string): ReportLine {
  const names = place.filter(name => name !== '')
  const own = names.at(-1)
  return { folder: names.slice(0, -1).join(' / '), text: own === undefined ? text : `${own}: ${text}` }
}

function phaseText(phase: 'preRequest' | 'postResponse'): string {
  return phase === 'preRequest' ? 'Pre Request' : 'Post Response'
}
