import { globSync, readFileSync } from 'node:fs'
import { procedurePaths } from '../apps/server/src/access/audit-routes.testkit.ts'
import { pageMessageSchema } from '../apps/server/src/desktop/page-messages.ts'
import { places } from '../bench/doubling/places.ts'
import { codeTargets } from '../packages/codegen/src/index.ts'
import { exportFormats, importFormatNames } from '../packages/convert/src/index.ts'
import { waysOut } from '../packages/engine/src/index.ts'
import { authSchemes, requestKinds } from '../packages/model/src/index.ts'
import { repository } from '../scripts/language/product-sources.ts'

/** Ways of one kind, from a list that the product itself uses, and the attempts on each of them. */
export interface Ways {
  readonly names: readonly string[]
  /** IDs of docs/attacks.md. A way that is not here fails `ways-in-and-out.test.ts`. */
  readonly attempts: Readonly<Record<string, readonly string[]>>
}

const textOf = (path: string) => readFileSync(`${repository}${path}`, 'utf8')

/** Returns the first groups of a pattern in a file. */
function namesIn(path: string, pattern: RegExp): readonly string[] {
  return [...textOf(path).matchAll(pattern)].map(([, name = '']) => name)
}

/** The readers of text by what bounds them. */
const boundsOfReaders = () =>
  Object.entries(places).map(([name, place]) =>
    'gate' in place ? `${place.gate}: ${name}` : `${Object.keys(place)[0]}: ${name}`,
  )

const ofGroups = (names: readonly string[]) => [...new Set(names.map(name => name.split(/[/:]/)[0] ?? name))]

const guarded = ['LS1', 'LS2', 'LS5', 'LS9']
const called = [...guarded, 'LS13']
const imported = ['IM1', 'IM5', 'IM7']
const inTables = ['SE8', 'SE12']
const generated = ['UI8']
const redirected = ['SE12', 'SE13']

/** Every way in which something from outside comes into Parley, and in which Parley sends or writes something. */
export const waysInAndOut: Readonly<Record<string, Ways>> = {
  'routes of the server': {
    names: namesIn('apps/server/src/access/route-audit.test.ts', /^ {4}'((?:ALL|GET|POST) [^']+)',$/gm),
    attempts: {
      'ALL /*': guarded,
      'GET /': [...guarded, 'LS3', 'UI5'],
      'GET /assets/*': [...guarded, 'LS9'],
      'GET /ticket/:id': [...guarded, 'UI1', 'UI3', 'UI13'],
      'GET /found-again/:nonce': [...guarded, 'LS12'],
      'GET /found-again/:nonce/:proof': [...guarded, 'LS12'],
      'POST /picked-files': [...guarded, 'FI2'],
      'POST /rpc/*': [...guarded, 'LS10'],
    },
  },
  'calls of the page': {
    names: ofGroups(procedurePaths().map(path => path.replace('/rpc/', ''))),
    attempts: {
      session: called,
      library: [...called, 'IM1', 'ST2', 'ST11', 'SE10'],
      workspaces: [...called, 'FI8', 'ST9'],
      tabs: [...called, 'ST5', 'ST7', 'FI3'],
      imports: [...called, 'IM2', 'IM7', 'ST1'],
      exports: [...called, 'SE6'],
      runs: [...called, 'FI4', 'SE11'],
      loads: [...called, 'UI8', 'CL6'],
      schemas: [...called, 'GQ1', 'GR1'],
      settings: [...called, 'ST3'],
      proxy: [...called, 'HT10', 'PR2'],
      assistant: [...called, 'AI1'],
      agents: [...called, 'MC1'],
      variables: [...called, 'SE1', 'SE3', 'SE9'],
      environments: [...called, 'SE10'],
      auth: [...called, 'HT13', 'PR3'],
      certificates: [...called, 'HT9'],
      sessionValues: [...called, 'SE4'],
      code: [...called, 'UI8'],
      sends: [...called, 'HT3', 'LS7', 'FI2'],
      live: [...called, 'WS1', 'GR1', 'EV1'],
      bodies: [...called, 'UI6', 'ST14'],
      history: [...called, 'SE1', 'SE5'],
      desktop: [...called, 'DT1'],
      updates: [...called, 'DT1'],
      appData: [...called, 'SE11', 'FI7'],
      files: [...called, 'FI2'],
      events: [...called, 'LS11'],
    },
  },
  'tools, resources and prompts of agents': {
    names: [
      ...namesIn('apps/cli/src/mcp/agent-server.ts', /^ +add\((\w+)\)$/gm),
      ...namesIn('apps/cli/src/mcp/add-resources.ts', /registerResource\(\s*'([^']+)'/g),
      ...namesIn('apps/cli/src/mcp/add-prompts.ts', /registerPrompt\(\s*'([^']+)'/g),
    ],
    attempts: {
      listRequests: ['MC1', 'MC2'],
      getRequest: ['MC1', 'MC2', 'SE5'],
      sendRequest: ['MC1', 'MC2', 'SE8'],
      readBody: ['MC1', 'MC2'],
      runCollectionTool: ['MC1', 'MC2', 'SE8'],
      listHistory: ['MC1', 'MC2'],
      getRun: ['MC1', 'MC2'],
      saveRequest: ['MC1', 'MC2'],
      createRequest: ['MC1', 'MC2', 'IM1'],
      request: ['MC1'],
      'collection-docs': ['MC1'],
      'test-this-endpoint': ['MC1'],
      'explain-last-failure': ['MC1'],
    },
  },
  'messages of pages to the desktop app': {
    names: pageMessageSchema.options.map(option => option.shape.type.value),
    attempts: {
      joined: ['DT1'],
      title: ['DT1', 'UI7'],
      theme: ['DT1'],
      menus: ['DT1'],
      sends: ['DT1'],
      openLink: ['DT1', 'UI4'],
      document: ['DT1'],
      newWindow: ['DT1'],
      zoom: ['DT1'],
      fullScreen: ['DT1'],
      restart: ['DT1'],
      close: ['DT1'],
      quit: ['DT1'],
    },
  },
  'readers of text, by what bounds them': {
    names: ofGroups(boundsOfReaders()),
    attempts: {
      documents: ['IM6', 'ST13'],
      imports: ['IM6', 'IM7'],
      'run data': ['IM5'],
      'pasted commands': ['IM4'],
      Markdown: ['UI10'],
      messages: ['WS1', 'GR1'],
      questions: ['AI1'],
      'printed JSON': ['UI6'],
      thread: ['GQ1', 'GR1'],
      mostBytes: ['HT5'],
      constant: ['UI6'],
      program: ['CL1'],
      inOneGo: ['HT5', 'HT12'],
    },
  },
  'formats of imports': {
    names: Object.keys(importFormatNames),
    attempts: {
      postman: [...imported, 'IM9'],
      bruno: [...imported, 'IM9'],
      openCollection: [...imported, 'IM9'],
      hoppscotch: imported,
      insomnia: [...imported, 'IM6'],
      thunderClient: imported,
      har: imported,
      openApi: [...imported, 'IM6', 'IM8'],
      wsdl: [...imported, 'IM6', 'IM8'],
      graphQl: [...imported, 'GQ1'],
      curl: [...imported, 'IM4'],
    },
  },
  'formats of exports': {
    names: exportFormats.map(({ format }) => format),
    attempts: {
      openCollection: ['SE1', 'SE6'],
      postman: ['SE1', 'SE6'],
      openApi: ['SE1', 'SE6'],
      curl: ['SE1', 'SE6', 'UI8'],
    },
  },
  'reports of runs': {
    names: namesIn('apps/cli/src/reporters/create-reporter.ts', /^ {2}(\w+): async/gm),
    attempts: {
      cli: ['CL1', 'CL6'],
      json: ['SE11', 'CL7'],
      junit: ['CL2', 'SE11'],
      html: ['SE11', 'UI2'],
      tap: ['SE11'],
      github: ['CL6', 'SE11'],
      prometheus: ['CL6', 'SE11'],
    },
  },
  'languages of generated code': {
    names: codeTargets.map(({ id }) => id),
    attempts: {
      curl: generated,
      python: generated,
      typescript: generated,
      go: generated,
      java: generated,
      csharp: generated,
      php: generated,
      ruby: generated,
      swift: generated,
      javascript: generated,
      'python-httpx': generated,
      wget: generated,
      c: generated,
      'javascript-axios': generated,
      rust: generated,
      kotlin: generated,
      dart: generated,
      powershell: generated,
      httpie: generated,
    },
  },
  'kinds of requests': {
    names: Object.keys(requestKinds),
    attempts: {
      http: ['HT1', 'HT2', 'HT3', 'HT4', 'HT5', 'HT6', 'HT7', 'HT8', 'HT9', 'HT12', 'TL1', 'TL2'],
      graphql: ['GQ1'],
      webSocket: ['WS1'],
      serverSentEvents: ['EV1'],
      grpc: ['GR1'],
    },
  },
  'ways on which something is sent': {
    names: waysOut,
    attempts: {
      request: [...inTables, 'HT1', 'HT7', 'HT14', 'SE13'],
      webSocket: [...inTables, 'WS1'],
      webSocketMessage: [...inTables, 'WS1'],
      grpc: [...inTables, 'GR1'],
      grpcMessage: [...inTables, 'GR1'],
      reflection: [...inTables, 'GR1'],
      scriptRequest: [...inTables, 'SB9', 'SB10'],
      tokenRequest: [...inTables, 'HT13'],
      tokenRenewal: inTables,
      deviceAuthorization: inTables,
      schema: [...inTables, 'GQ1'],
      assistant: [...inTables, 'AI1'],
      signInPage: [...inTables, 'PR3'],
    },
  },
  'schemes of authorization': {
    names: Object.keys(authSchemes),
    attempts: {
      inherit: redirected,
      none: redirected,
      bearer: redirected,
      apiKey: redirected,
      basic: redirected,
      oauth2: [...redirected, 'HT13', 'PR3'],
      signatureV4: redirected,
      digest: redirected,
      oauth1: redirected,
      jwt: redirected,
      hawk: redirected,
      wsse: redirected,
      ntlm: redirected,
    },
  },
  'commands of the command line': {
    names: namesIn('apps/cli/src/run-command-line.ts', /^ {2}define(\w+)Command\(program/gm),
    attempts: {
      Send: ['CL1', 'CL4', 'CL5'],
      Codegen: ['UI8'],
      Schema: ['GQ1'],
      Grpc: ['GR1'],
      Run: ['CL2', 'CL3', 'CL4', 'CL6', 'CL7', 'FI1', 'FI4'],
      Report: ['CL2', 'CL7'],
      Load: ['CL6', 'UI8'],
      Export: ['SE6', 'UI8'],
      Import: ['IM3', 'IM8'],
      Explain: ['AI1'],
      Completion: ['CL1'],
      Mcp: ['MC1'],
      Desktop: ['DT1'],
      Serve: ['LS6', 'LS10'],
    },
  },
}

/** Returns the IDs in the titles of all tests. */
export function idsOfTests(): ReadonlySet<string> {
  const files = globSync(
    ['{apps,packages}/*/src/**/*.{test,slow,testkit}.{ts,tsx}', 'tests/**/*.ts', 'e2e/**/*.ts'],
    { cwd: repository },
  )
  // Also of a test that is one case of several, of which some run at night.
  const titles = /\((?:attacks? )?([A-Z]{2}\d+(?:, [A-Z]{2}\d+)*)\)(?:['`"]|\$\{atNightUnless)/g
  return new Set(
    files.flatMap(file => [...textOf(file).matchAll(titles)].flatMap(([, ids = '']) => ids.split(', '))),
  )
}
