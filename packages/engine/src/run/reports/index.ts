export { isUntested } from '../summarize-run.ts'
export { describeResult } from './describe-result.ts'
export { htmlReporter } from './html-reporter.ts'
export { jsonReporter, testsDocument } from './json-reporter.ts'
export { junitReporter } from './junit-reporter.ts'
export { attributeText, markupText } from './markup-text.ts'
export type { ReportedResult } from './reported-result.ts'
export type { Reporter } from './reporter.ts'
export {
  methodWords,
  noticesDocument,
  noticesOf,
  noticesOfSend,
  requestCountsOf,
  scriptErrorText,
  sessionValuesOf,
  skipReasonOf,
  statusWords,
  summaryWords,
  testFactsOf,
} from './result-facts.ts'
export { tapReporter } from './tap-reporter.ts'
