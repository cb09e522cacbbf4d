import { callTargets, codeTargets } from '@parley/codegen'
import { codeOptionNames } from './read-code-options.ts'

/** Lists the targets of `parley codegen` with their options as readable text. */
export function codeTargetList(): string {
  const targets = [...codeTargets, ...callTargets]
  const width = Math.max(...targets.map(target => target.id.length))
  return targets
    .map(target => {
      const options = target.options.map(({ name, defaultValue, choices }) => {
        const others = choices?.map(choice => choice.value).filter(value => value !== defaultValue) ?? []
        return `${codeOptionNames[name]}=${[defaultValue, ...others].join('|')}`
      })
      return `${target.id.padEnd(width)}  ${target.language}, ${target.library}\n${' '.repeat(width + 2)}${options.join(' ')}\n`
    })
    .join('')
}
