import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { root } from '../run-program.mjs'
import { runPart } from './run-part.mjs'

/** More failing files than this are no races. */
const mostRepeated = 10

/**
 * A run of parts, which ends with what failed, what was skipped and why, and the line `N passed, N failed`. Each check
 * counts as one test.
 */
export class TestRun {
  #name
  #passed = 0
  /** Names with messages: where the output is long, its end still says which failed. */
  #failed = []
  #skipped = []
  /** Files that failed, and passed alone. */
  #flaky = []
  #durations = []
  #programs = 0
  #cpuSeconds = 0
  #startedAt = performance.now()

  /** @param name - of the file of results in `test-results` */
  constructor(name) {
    this.#name = name
    rmSync(`${root}/test-results`, { recursive: true, force: true })
    mkdirSync(`${root}/test-results`, { recursive: true })
  }

  /** Runs a check, which passes if it resolves to 0. */
  async check(name, run) {
    if ((await this.#part(name, run)) === 0) this.#passed += 1
    else this.#failed.push(name)
  }

  /** Counts a check that needs no part of its own. */
  count(name, isPassed) {
    if (isPassed) this.#passed += 1
    else this.#failed.push(name)
  }

  /**
   * Runs a suite. Each file that fails runs once more, alone: if it passes then, it is flaky and not failed.
   * @param run - takes the name of the report and the files to run, all if empty
   * @returns the outcome, null if there is no report
   */
  async suite(name, report, run) {
    const { code, outcome } = await this.#part(name, () => run(report, []))
    if (outcome === null) {
      this.#failed.push(name)
      return null
    }
    this.#passed += outcome.passed
    this.#skipped.push(...outcome.skipped)
    this.#durations.push(...outcome.durations)
    this.#programs += outcome.programs
    // A suite that fails without naming a failed test counts as one failure.
    if (code !== 0 && outcome.failed.length === 0) this.#failed.push(name)
    await this.#repeatAlone(report, outcome.failed, run)
    return outcome
  }

  async #repeatAlone(report, failed, run) {
    const files = Map.groupBy(failed, ({ file }) => file)
    for (const [file, tests] of files) {
      const again = files.size > mostRepeated ? null : await this.#alone(report, file, run)
      if (again === null) this.#failed.push(...tests.map(({ name, message }) => `${name}\n  ${message}`))
      else {
        this.#flaky.push(file)
        this.#passed += tests.length
      }
    }
  }

  /** Returns null if the file fails alone as well. */
  async #alone(report, file, run) {
    const { code, outcome } = await this.#part(`${file}, alone`, () => run(`${report}-alone`, [file]))
    return code === 0 && outcome !== null && outcome.passed > 0 ? outcome : null
  }

  async #part(name, run) {
    const { result, cpuSeconds } = await runPart(name, run)
    this.#cpuSeconds += cpuSeconds ?? 0
    return result
  }

  /** The names of the tests that passed so far. */
  get passedNames() {
    return this.#durations.map(({ name }) => name)
  }

  /** How many programs the tests started so far. */
  get programs() {
    return this.#programs
  }

  /** Prints the end, writes the results and sets the exit code. */
  end(more = {}) {
    const unexplained = this.#skipped.filter(({ needs }) => needs === null)
    for (const { name } of unexplained)
      this.#failed.push(`${name}\n  It was skipped without saying what it needs.`)
    const wallSeconds = Math.round((performance.now() - this.#startedAt) / 1000)
    const cpuSeconds = Math.round(this.#cpuSeconds)
    const lines = [
      ...(this.#failed.length === 0 ? [] : ['Failed:', ...this.#failed, '']),
      ...(this.#flaky.length === 0 ? [] : ['Flaky (add to tests/flaky.json):', ...this.#flaky, '']),
      `${cpuSeconds} s of CPU, ${wallSeconds} s in all; the tests started ${this.#programs} programs.`,
      this.#skippedLine(),
      `${this.#passed} passed, ${this.#failed.length} failed`,
    ]
    process.stdout.write(`\n${lines.join('\n')}\n`)
    const results = {
      commit: commit(),
      passed: this.#passed,
      failed: this.#failed,
      flaky: this.#flaky,
      skipped: this.#skipped,
      cpuSeconds,
      wallSeconds,
      programs: this.#programs,
      ...more,
      slowest: this.#durations.toSorted((one, other) => other.ms - one.ms).slice(0, 30),
    }
    writeFileSync(`${root}/test-results/${this.#name}.json`, `${JSON.stringify(results, null, 2)}\n`)
    process.exitCode = this.#failed.length === 0 && this.#passed > 0 ? 0 : 1
  }

  #skippedLine() {
    if (this.#skipped.length === 0) return 'No test was skipped.'
    const reasons = Map.groupBy(this.#skipped, ({ needs }) => needs ?? 'saying why')
    const parts = [...reasons].map(([needs, tests]) => `${tests.length} without ${needs}`)
    return `Skipped: ${parts.join('; ')}.`
  }
}

/** Returns the commit that is tested, with `-dirty` if files differ from it; null without git. */
function commit() {
  try {
    const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }
    const hash = execFileSync('git', ['rev-parse', 'HEAD'], options).trim()
    return execFileSync('git', ['status', '--porcelain'], options) === '' ? hash : `${hash}-dirty`
  } catch {
    // The sources may have been copied without their history.
    return null
  }
}
