import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import {
  type Environment,
  type Item,
  newHttpRequest,
  noScripts,
  writeEnvironment,
  writeItem,
} from '@parley/model'
import type { InProcessOptions } from '../io/run-in-process.testkit.ts'
import { useSendFixture } from '../send/send-fixture.testkit.ts'

/** A request of a Postman collection. */
export interface PostmanRequest {
  readonly name: string
  readonly url: string
  readonly method?: string
  readonly pre?: string
  readonly tests?: string
  readonly header?: readonly { readonly key: string; readonly value: string }[]
}

export type PostmanItem = PostmanRequest | { readonly name: string; readonly item: readonly PostmanItem[] }

/** Sets up the fixture of the `parley run` tests. */
export function useRunFixture() {
  const fixture = useSendFixture()
  const write = (name: string, content: string | object) => {
    const path = fixture.path(name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
    return name
  }
  const run = async (args: readonly string[], options: InProcessOptions = {}) => {
    const { code, stdout, stderr } = await fixture.run(['run', ...args], options)
    return { code, stdout: stdout.toString(), stderr }
  }
  return {
    get sink() {
      return fixture.sink
    },
    get demo() {
      return fixture.demo
    },
    path: (name: string) => fixture.path(name),
    read: (name: string) => readFileSync(fixture.path(name), 'utf8'),
    write,
    run,
    /** Runs the command line with other arguments than those of `parley run`. */
    runCommand: (args: readonly string[], options: InProcessOptions = {}) => fixture.run(args, options),
    /** Writes `c.json`. */
    postman: (items: readonly PostmanItem[], more: object = {}) =>
      write('c.json', {
        info: { name: 'C', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
        item: items.map(postmanItem),
        ...more,
      }),
    /** Writes a workspace with two collections: Books (List, and Add in the folder Old) and Users (Me). */
    workspace() {
      const { url } = fixture.sink
      const request = (name: string, sequence: number, script = ''): Item =>
        newHttpRequest({
          name,
          sequence,
          tags: [name.toLowerCase()],
          url: `${url}/${name}?{{where}}`,
          scripts: { ...noScripts, postResponse: script },
        })
      const environment = (name: string, where: string): Environment => ({
        name,
        color: '',
        variables: [{ secret: false, name: 'where', value: { text: where }, enabled: true }],
        clientCertificates: [],
        extendsName: '',
        dotEnvFilePath: '',
      })
      write(
        'shop/workspace.yml',
        'opencollection: 1.0.0\ninfo:\n  name: Shop\n  type: workspace\nvariables:\n  - name: where\n    value: workspace\n',
      )
      write('shop/environments/local.yml', writeEnvironment(environment('Local', 'local')))
      write('shop/books/opencollection.yml', 'opencollection: 1.0.0\ninfo:\n  name: Books\n')
      write('shop/books/list.yml', writeItem(request('List', 1, 'test("t", () => {})')))
      write('shop/books/old/folder.yml', 'info:\n  name: Old\n  type: folder\n')
      write('shop/books/old/add.yml', writeItem(request('Add', 1)))
      write('shop/users/opencollection.yml', 'opencollection: 1.0.0\ninfo:\n  name: Users\n')
      write('shop/users/me.yml', writeItem(request('Me', 1)))
      return 'shop'
    },
    /** Returns the paths of the requests that the sink received. */
    asked: () => fixture.sink.requests.map(request => request.url),
    /** Returns the JSON report of a run, with its exit code. */
    async report(args: readonly string[], options: InProcessOptions = {}) {
      const { code, stdout, stderr } = await run([...args, '--reporter', 'json'], options)
      const whole = JSON.parse(stdout || 'null')
      return { code, stderr, report: whole, results: whole?.results ?? [], summary: whole?.summary }
    },
  }
}

function postmanItem(item: PostmanItem): object {
  if ('item' in item) return { name: item.name, item: item.item.map(postmanItem) }
  const { name, url, method = 'GET', pre, tests, header = [] } = item
  const event = (listen: string, script: string | undefined) =>
    script === undefined ? [] : [{ listen, script: { exec: [script] } }]
  return {
    name,
    request: { method, url, header },
    event: [...event('prerequest', pre), ...event('test', tests)],
  }
}
