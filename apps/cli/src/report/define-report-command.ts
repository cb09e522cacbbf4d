import { Argument, type Command } from 'commander'
import { addReportOptions } from '../options/add-shared-options.ts'
import type { ReportOptions } from '../run/run-reports.ts'

/** What `parley report` does with reports. */
const reportActions = ['merge'] as const

/** Adds `parley report` to a program; `run` gets the paths of the reports, and the options. */
export function defineReportCommand(
  program: Command,
  run: (reports: readonly string[], options: ReportOptions) => Promise<void>,
): void {
  const command = program
    .command('report')
    .description('Join the reports of the shards of a run into one report.')
    .usage('merge REPORT... [options]')
    .addArgument(
      new Argument('<action>', 'what to do with the reports: merge joins them').choices(reportActions),
    )
    .argument('<reports...>', 'reports of parley run --reporter json=FILE; - for standard input')
  addReportOptions(command)
  command
    .showHelpAfterError('Run parley report --help to see its options.')
    .addHelpText('after', help)
    .action((_action: string, reports: readonly string[], options: ReportOptions) => run(reports, options))
}

const help = `
The report is that of one run: its requests are in the order of the run, whatever the order of the files. A missing
shard is named, and the exit code is then not 0.

Exit codes, as those of one run:
  0    everything passed
  1    a test failed or a script threw
  2    a request failed, a shard is missing, or a report could not be written
  3    an argument or a report is invalid, or a shard is there twice; nothing was written
  130  one of the runs was interrupted

Examples:
  parley report merge shard-1.json shard-2.json shard-3.json
  parley report merge shard-*.json -r junit=report.xml -r html=report.html -r json=report.json`
