import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const corpus = fileURLToPath(new URL('../../../../shared/corpus/', import.meta.url))

/** Whether the corpus is next to the repository. */
export const isCorpusPresent = existsSync(`${corpus}graphql-live/PAIRS.tsv`)

function filesBelow(folder: string): readonly (readonly [name: string, text: string])[] {
  if (!isCorpusPresent) return []
  return globSync(`graphql-live/${folder}/**/*.{graphql,graphqls,json}`, { cwd: corpus })
    .sort()
    .map(path => [path, readFileSync(`${corpus}${path}`, 'utf8')])
}

/** The operations of the corpus by their paths. */
export const corpusQueries = filesBelow('operations')

/** The responses to introspection queries of the corpus by their paths. */
export const corpusIntrospections = filesBelow('introspection')

/** A query of the corpus and a schema that it is valid for. */
export interface CorpusPair {
  readonly name: string
  readonly query: string
  readonly schema: { readonly format: 'introspection' | 'sdl'; readonly text: string }
}

/** Stands for the pairs where there is no corpus, so that tests of each are skipped by name rather than missing. */
const absentPair: CorpusPair = {
  name: 'no pair',
  query: '{ hello }',
  schema: { format: 'sdl', text: 'type Query { hello: String }' },
}

/** The pairs of `PAIRS.tsv`. */
export const corpusPairs: readonly CorpusPair[] = isCorpusPresent ? readPairs() : [absentPair]

function readPairs(): readonly CorpusPair[] {
  const [, ...rows] = readFileSync(`${corpus}graphql-live/PAIRS.tsv`, 'utf8').trim().split('\n')
  return rows.map(row => {
    const [query = '', schema = ''] = row.split('\t')
    return {
      name: query.replace('graphql-live/operations/', ''),
      query: readFileSync(`${corpus}${query}`, 'utf8'),
      schema: {
        format: schema.endsWith('.json') ? 'introspection' : 'sdl',
        text: readFileSync(`${corpus}${schema}`, 'utf8'),
      },
    }
  })
}
