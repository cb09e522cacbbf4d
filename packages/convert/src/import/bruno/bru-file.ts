import { noScripts, type PlainVariable, type Row, type Scripts, type VariableType } from '@parley/model'
import type { ImportLog } from '../import-log.ts'
import { newVariable } from '../new-entities.ts'
import type { BruBlock, BruPair } from './bru-blocks.ts'

/** The blocks of one file by their names. */
export class BruFile {
  readonly #blocks: readonly BruBlock[]

  constructor(blocks: readonly BruBlock[]) {
    this.#blocks = blocks
  }

  readonly block = (name: string): BruBlock | undefined => this.#blocks.find(one => one.name === name)

  readonly all = (name: string): readonly BruBlock[] => this.#blocks.filter(one => one.name === name)

  readonly text = (name: string): string => this.block(name)?.text ?? ''

  readonly pairs = (name: string): readonly BruPair[] => this.block(name)?.pairs ?? []

  readonly field =
    (block: string) =>
    (name: string): string =>
      this.pairs(block).find(one => one.name === name)?.value ?? ''

  rows(name: string): readonly Row[] {
    return this.pairs(name).map(pair => {
      const description = pair.annotations.get('description') ?? ''
      return {
        name: pair.name,
        value: pair.value,
        enabled: pair.enabled,
        ...(description === '' ? {} : { description }),
      }
    })
  }

  scripts(log: ImportLog): Scripts {
    const scripts = {
      ...noScripts,
      preRequest: this.text('script:pre-request'),
      postResponse: this.text('script:post-response'),
      tests: this.text('tests'),
    }
    log.script('preRequest', scripts.preRequest)
    log.script('postResponse', scripts.postResponse)
    log.script('postResponse', scripts.tests)
    return scripts
  }

  /** Reads variables; typed values have an annotation with the name of their type. */
  variables(name: string): readonly PlainVariable[] {
    return this.pairs(name).map(pair => {
      const variable = newVariable(pair.name, pair.value, pair.enabled)
      const type = variableTypes.find(one => pair.annotations.has(one))
      return type === undefined ? variable : { ...variable, value: { text: pair.value, type } }
    })
  }
}

const variableTypes: readonly VariableType[] = ['string', 'number', 'boolean', 'null', 'object']
