import type { ScriptRunner } from '@parley/engine'
import { failed, type ScriptError, type TestResult } from '@parley/model'

/** Wraps a script runner: errors about a withheld secret name the option that allows it. */
export function nameAllowSecret(scripts: ScriptRunner): ScriptRunner {
  return {
    async runPreRequest(run) {
      const outcome = await scripts.runPreRequest(run)
      if (outcome.ok) return outcome
      const { scriptError, subject } = outcome.failure
      return failed({
        ...outcome.failure,
        subject: withOption(subject),
        ...(scriptError === undefined ? {} : { scriptError: ofError(scriptError) }),
      })
    },
    async runPostResponse(run) {
      const report = await scripts.runPostResponse(run)
      return {
        ...report,
        results: report.results.map(ofTest),
        scriptErrors: report.scriptErrors.map(ofError),
      }
    },
  }
}

function ofError(error: ScriptError): ScriptError {
  return { ...error, message: withOption(error.message) }
}

function ofTest(test: TestResult): TestResult {
  const checks = test.checks?.map(check => ({ ...check, message: withOption(check.message) }))
  const shown = checks === undefined ? test : { ...test, checks }
  return shown.passed ? shown : { ...shown, reason: withOption(shown.reason) }
}

function withOption(text: string): string {
  return text.replace(
    /Secret variable "([^"\n]+)" is withheld from scripts/g,
    (sentence, name: string) => `${sentence} (allow it with --allow-secret ${quoted(name)})`,
  )
}

function quoted(name: string): string {
  return /^[\w.-]+$/.test(name) ? name : `'${name}'`
}
