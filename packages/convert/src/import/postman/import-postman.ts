import type { Collection, Environment, Variable } from '@parley/model'
import { failed, ok } from '@parley/model'
import { untickReplacedHeaders } from '../after-reading/untick-replaced-headers.ts'
import { ImportLog } from '../import-log.ts'
import type { ImportResult } from '../imported.ts'
import { isObject, type JsonValue, listOf, member, textMember } from '../json-value.ts'
import { newCollection, newDefaults, newEnvironment } from '../new-entities.ts'
import { postmanAuth } from './postman-auth.ts'
import { postmanItems, postmanSettings } from './postman-item.ts'
import { descriptionText } from './postman-rows.ts'
import { postmanScripts } from './postman-scripts.ts'
import { postmanV1Items } from './postman-v1.ts'
import { postmanVariables } from './postman-variables.ts'

/** Returns whether a JSON value is a collection, environment or dump of Postman. */
export function isPostman(value: JsonValue): boolean {
  return kindOf(value) !== null
}

type PostmanKind = 'v2' | 'v1' | 'environment' | 'dump' | 'wrapped'

function kindOf(value: JsonValue): PostmanKind | null {
  if (!isObject(value)) return null
  const has = (name: string) => member(value, name) !== undefined
  if (Array.isArray(member(value, 'item')) && !has('resources')) return 'v2'
  if (Array.isArray(member(value, 'requests')) && has('name') && (has('order') || has('folders'))) return 'v1'
  if (has('values') && Array.isArray(member(value, 'values'))) return 'environment'
  if (isObject(member(value, 'collection')) || isObject(member(value, 'environment'))) return 'wrapped'
  const isDump = Array.isArray(member(value, 'collections')) || Array.isArray(member(value, 'environments'))
  return isDump && has('version') ? 'dump' : null
}

/** Imports collections v1, v2.0 and v2.1, environments, globals, and dumps of a whole account. */
export function importPostman(value: JsonValue, log = new ImportLog()): ImportResult {
  const reading = new PostmanReading(log)
  reading.read(value)
  if (reading.isEmpty) return failed({ code: 'EMPTY', subject: '' })
  return ok(reading.imported())
}

class PostmanReading {
  readonly #log: ImportLog
  readonly #collections: Collection[] = []
  readonly #environments: Environment[] = []
  readonly #globals: Variable[] = []

  constructor(log: ImportLog) {
    this.#log = log
  }

  get isEmpty(): boolean {
    return this.#collections.length + this.#environments.length + this.#globals.length === 0
  }

  imported() {
    return this.#log.imported({
      collections: this.#collections,
      environments: this.#environments,
      globals: this.#globals,
    })
  }

  read(value: JsonValue): void {
    switch (kindOf(value)) {
      case 'v2':
        this.#collections.push(this.#collection(value))
        break
      case 'v1':
        this.#collections.push(this.#collectionV1(value))
        break
      case 'environment':
        this.#environment(value)
        break
      case 'wrapped':
        for (const name of ['collection', 'environment']) this.read(member(value, name) ?? null)
        break
      case 'dump':
        for (const name of ['collections', 'environments'])
          for (const one of listOf(member(value, name))) this.read(one)
        this.#globals.push(...postmanVariables(member(value, 'globals'), 'global', this.#log))
        break
      case null:
        break
    }
  }

  #collection(value: JsonValue): Collection {
    const info = member(value, 'info')
    const name = textMember(info, 'name') || textMember(value, 'name')
    return this.#log.within(name, () => {
      this.#log.count('collections')
      const docs = descriptionText(info)
      const collection = newCollection(name, {
        ...(docs === '' ? {} : { docs }),
        defaults: newDefaults({
          auth: postmanAuth(member(value, 'auth'), this.#log),
          scripts: postmanScripts(member(value, 'event'), this.#log),
          variables: postmanVariables(
            member(value, 'variable') ?? member(value, 'variables'),
            'collection',
            this.#log,
          ),
          settings: postmanSettings(member(value, 'protocolProfileBehavior'), this.#log),
        }),
        items: postmanItems(value, this.#log),
      })
      return untickReplacedHeaders(collection, this.#log)
    })
  }

  #collectionV1(value: JsonValue): Collection {
    const name = textMember(value, 'name')
    return this.#log.within(name, () => {
      this.#log.count('collections')
      const docs = descriptionText(value)
      const collection = newCollection(name, {
        ...(docs === '' ? {} : { docs }),
        defaults: newDefaults({
          auth: postmanAuth(member(value, 'auth'), this.#log),
          scripts: postmanScripts(member(value, 'events'), this.#log),
          variables: postmanVariables(member(value, 'variables'), 'collection', this.#log),
        }),
        items: postmanV1Items(value, this.#log),
      })
      return untickReplacedHeaders(collection, this.#log)
    })
  }

  #environment(value: JsonValue): void {
    const name = textMember(value, 'name')
    const isGlobal = textMember(value, '_postman_variable_scope') === 'globals'
    const variables = this.#log.within(name, () =>
      postmanVariables(member(value, 'values'), isGlobal ? 'global' : 'environment', this.#log),
    )
    if (isGlobal) this.#globals.push(...variables)
    else {
      this.#log.count('environments')
      this.#environments.push(newEnvironment(name, variables))
    }
  }
}
