import type { CodeRequest } from './code-request.ts'
import type { CodeOptionValues, CodeTarget } from './code-target.ts'

/**
 * Prints the code that sends a prepared request as Parley does (behaviour 4.2). Every text of the request becomes
 * only a string in the language (attacks UI8).
 * @param options those that differ from the target's defaults
 */
export function printCode(
  target: CodeTarget,
  request: CodeRequest,
  options: Partial<CodeOptionValues> = {},
): string {
  return target.generate(request, { ...noOptions, ...defaultsOf(target), ...options })
}

const noOptions: CodeOptionValues = {
  multiline: true,
  shortFlags: false,
  followRedirects: true,
  silent: false,
  quoteStyle: 'single',
  timeoutMs: 0,
  indentation: 'spaces2',
}

function defaultsOf(target: CodeTarget): Partial<CodeOptionValues> {
  return Object.fromEntries(target.options.map(option => [option.name, option.defaultValue]))
}
