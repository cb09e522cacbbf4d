export { isUntested } from '../summarize-run.ts'
export { htmlReporter } from './html-reporter.ts'
export { jsonReporter, testsDocument } from './json-reporter.ts'
export { junitReporter } from './junit-reporter.ts'
export type { Reporter } from './reporter.ts'
export {
  exchangeOf,
  failureOf,
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
