import { runNode, runProgram } from '../run-program.mjs'

/** The checks before all tests, those that fail fastest first. */
export const checks = {
  'type check': () => runNode(['scripts/typecheck.mjs']),
  'lint and format': () => runProgram('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']),
  'words that are hard to read': () => runNode(['scripts/language/check-words.mjs']),
  'unused code': () => runProgram('knip/bin/knip.js', ['--no-progress']),
  build: () => runNode(['scripts/build.mjs']),
}
