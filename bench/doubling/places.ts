/** Where the readers of texts run, and what happens there to a text that is longer than 64 KB. */

/** Ways into a thread or into steps. Above 64 KB, `tests/reader-places.test.ts` counts that they start or pause. */
export type Gate =
  | 'documents'
  | 'imports'
  | 'run data'
  | 'pasted commands'
  | 'Markdown'
  | 'messages'
  | 'questions'
  | 'printed JSON'

/** A thread in which everything runs that is there, whatever its length, and which ends. */
export interface ThreadFile {
  readonly thread: string
}

export type Place =
  | { readonly gate: Gate }
  | ThreadFile
  /** No text is longer, in bytes. */
  | { readonly mostBytes: number; readonly because: string }
  /** It takes as long for a long text as for a short one. */
  | { readonly constant: string }
  /** It runs in a program of one user's command that has no windows. */
  | { readonly program: string }
  /**
   * It runs in one go, with windows waiting. What is longer is refused, cut or not looked at, with a reason.
   * @property mostBytes - the longest text, in bytes
   * @property msOfMb - processor time for 1 MB of the worst kind, on a quiet core, rounded up
   */
  | { readonly inOneGo: string; readonly mostBytes: number; readonly msOfMb: number }

const imports = { gate: 'imports' } as const
const graphQl = { thread: 'apps/web/src/graphql/worker/graphql-worker.ts' }
const grpc = { thread: 'apps/web/src/grpc/grpc-worker.ts' }
const formatting = { thread: 'apps/server/src/bodies/format-worker.ts' }
const merging = { thread: 'apps/server/src/bodies/merged/merge-worker.ts' }
const agents = { program: 'parley mcp' }
const terminal = { program: 'parley' }
const settings = { mostBytes: 65_536, because: 'A setting or the answer of a program of the system.' }
/** A head of a response has 256 KB at most. */
const headBytes = 262_144
/** An URL is typed, or comes in a head. */
const url = (msOfMb: number) => ({ inOneGo: 'server and page', mostBytes: 100_000, msOfMb })

/** The places by the names of the readers; two readers with one name have the same. */
export const places: Readonly<Record<string, Place>> = {
  asOneLine: { inOneGo: 'page', mostBytes: 1_000_000, msOfMb: 90 },
  asSingleLine: { inOneGo: 'page', mostBytes: 1_000_000, msOfMb: 90 },
  asTypedText: { constant: 'It keeps the text as it is.' },
  asksForQuery: { inOneGo: 'server', mostBytes: 1_000_000, msOfMb: 16 },
  checkScript: imports,
  checkVariables: graphQl,
  compileJsonCondition: { mostBytes: 1000, because: 'The contract of sends limits it.' },
  compileJsonPath: { mostBytes: 1000, because: 'The contract of bodies limits it.' },
  harmlessJson: terminal,
  harmlessLog: terminal,
  harmlessText: terminal,
  harmlessWithinLog: terminal,
  hideCredentials: { inOneGo: 'server', mostBytes: headBytes, msOfMb: 2 },
  hideFilledIn: { gate: 'messages' },
  hideInBody: { inOneGo: 'server', mostBytes: 1_000_000, msOfMb: 60 },
  hideInMessage: { gate: 'messages' },
  hideInText: { gate: 'messages' },
  hideInUrl: url(4),
  importCurl: { gate: 'pasted commands' },
  importCurlCommands: imports,
  importWsdl: imports,
  jsonDocuments: imports,
  jsonFault: { inOneGo: 'page', mostBytes: 200_000, msOfMb: 100 },
  jsonObject: { inOneGo: 'server', mostBytes: 1_000_000, msOfMb: 30 },
  jsonProblemText: { inOneGo: 'page', mostBytes: 200_000, msOfMb: 100 },
  letsAgentsIn: { gate: 'documents' },
  letsAgentsInInThread: { gate: 'documents' },
  looksLikeCurl: { mostBytes: 65_536, because: 'It looks at no more of a text.' },
  looksLikeSchema: imports,
  looksLikeWsdl: imports,
  maskFile: agents,
  maskLookalikes: { gate: 'questions' },
  maskNamed: { inOneGo: 'server', mostBytes: headBytes, msOfMb: 50 },
  maskQuery: url(1),
  maskVariables: graphQl,
  mayAgentsUse: { gate: 'documents' },
  mayHaveAgentsSetting: agents,
  mergeLines: { gate: 'documents' },
  parseDocument: { inOneGo: 'page, for the explorer and variables', mostBytes: 1_000_000, msOfMb: 90 },
  parseExactJson: merging,
  parseExactly: { gate: 'run data' },
  parseFile: grpc,
  parseJson: imports,
  parsePageMessage: { inOneGo: 'desktop', mostBytes: 1_000_000, msOfMb: 60 },
  parseParameters: { inOneGo: 'server', mostBytes: headBytes, msOfMb: 10 },
  parseSetCookie: { inOneGo: 'server and page', mostBytes: headBytes, msOfMb: 20 },
  parseTarget: url(60),
  parseV3Yaml: imports,
  parseXml: imports,
  parseYaml: imports,
  parseYamlText: { gate: 'documents' },
  prettifyQuery: graphQl,
  printCss: formatting,
  printJson: { inOneGo: 'page, for the variables of GraphQL', mostBytes: 200_000, msOfMb: 100 },
  printJsonInSteps: { gate: 'printed JSON' },
  printText: { gate: 'documents' },
  printWhole: formatting,
  printXml: formatting,
  readAnsiCQuotes: { gate: 'pasted commands' },
  readBruBlocks: imports,
  readCmdShell: { gate: 'pasted commands' },
  readCommands: { gate: 'pasted commands' },
  readCsv: { gate: 'run data' },
  readEngineResult: { inOneGo: 'server', mostBytes: 4_000_000, msOfMb: 20 },
  readGnomeProxy: settings,
  readGraphQlResponse: { inOneGo: 'page', mostBytes: 1_000_000, msOfMb: 20 },
  readHandshake: { thread: 'apps/server/src/live/search/log-worker.ts' },
  readIntrospectionAnswer: { inOneGo: 'server', mostBytes: 4_000_000, msOfMb: 20 },
  readJson: grpc,
  readJsonTexts: terminal,
  readJsonTree: graphQl,
  readJsonValue: imports,
  readMacosProxy: settings,
  readMarkdown: { gate: 'Markdown' },
  readNumber: terminal,
  readOtlpSettings: terminal,
  readPacResult: settings,
  readPastedCurl: { gate: 'pasted commands' },
  readPlainYaml: { gate: 'documents' },
  readPosixShell: { gate: 'pasted commands' },
  readPowerShell: { gate: 'pasted commands' },
  readProxyUrl: settings,
  readReport: terminal,
  readRunData: { gate: 'run data' },
  readRunDataInSteps: { gate: 'run data' },
  readShard: terminal,
  readTextPath: { mostBytes: 1000, because: 'A typed path.' },
  readThreshold: { mostBytes: 100, because: 'The contract of load tests limits it.' },
  readTokenResponse: { inOneGo: 'server', mostBytes: 1_000_000, msOfMb: 70 },
  readUrl: { thread: 'packages/script/src/sandbox/script-worker.ts' },
  readWindowsProxy: settings,
  readXmlNodes: { inOneGo: 'page', mostBytes: 1_000_000, msOfMb: 60 },
  readYamlText: { gate: 'documents' },
  revealAllInvisible: terminal,
  revealInvisible: { inOneGo: 'page, for what is on the screen', mostBytes: 262_144, msOfMb: 300 },
  splitMessages: terminal,
  splitOutsideVariables: url(10),
  splitPathVariables: url(100),
  splitRequestUrl: url(15),
  splitText: { gate: 'Markdown' },
}

/** What a window may wait. */
const mostMs = 100

/** Returns the names of the readers that can take longer than a window may wait. */
export function slowReaders(): readonly string[] {
  return Object.entries(places)
    .filter(([, place]) => {
      return 'inOneGo' in place && (place.mostBytes / 1_000_000) * place.msOfMb > mostMs
    })
    .map(([name]) => name)
}
