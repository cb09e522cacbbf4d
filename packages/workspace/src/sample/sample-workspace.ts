import {
  type Collection,
  type Environment,
  noRequestDefaults,
  row,
  type Variable,
  type Workspace,
} from '@parley/model'
import type { NewCollection } from '../commands/add-collection.ts'
import { checksFolder } from './sample-checks.ts'
import { lines, sampleFolder, sampleRequest } from './sample-parts.ts'
import { answerRequests, bookRequests, graphQlRequest, grpcRequest } from './sample-requests.ts'

/**
 * The values of the sample's secret variables. Public on purpose, as the demo API gives its tokens to everyone; they
 * are secrets so that the sample shows how secrets work, and no file contains them.
 */
export const sampleSecrets: ReadonlyMap<string, string> = new Map([['clientSecret', 'demo-secret']])

/** Returns the sample of a first start: requests to the demo API, which work without a network. */
export function sampleWorkspace(): Workspace {
  return { name: 'Bookshop', variables: [], environments: [], collections: [sampleCollection()] }
}

/** Returns a collection of the sample with its data file, without the values of its secrets. */
export function sampleToAdd(collection: Collection): NewCollection {
  return {
    collection,
    secretVariables: collection.environments.map(() => new Map()),
    notes: [{ path: 'authors.csv', text: dataFile }],
  }
}

function sampleCollection(): Collection {
  return {
    kind: 'collection',
    name: 'Bookshop API',
    summary: '',
    version: '',
    authors: [],
    defaults: {
      ...noRequestDefaults,
      auth: { type: 'bearer', token: '{{token}}' },
      variables,
    },
    items: [
      sampleFolder('Books', bookRequests()),
      sampleFolder('Responses of every kind', answerRequests()),
      sampleRequest('Echo', 'POST', '/echo', {
        headers: [row('X-Request-Id', '{{$guid}}')],
        body: { type: 'raw', language: 'json', text: '{\n  "sentAt": "{{$isoTimestamp}}"\n}' },
      }),
      graphQlRequest(),
      grpcRequest(),
      checksFolder(),
    ],
    environments: [environment('London', 'Octavia E. Butler'), environment('Kyoto', '川端康成')],
    protobuf: { protoFilePaths: [], importPaths: [] },
    clientCertificates: [],
    docs,
    bundled: false,
    isSample: true,
  }
}

/** They are used if no environment has a variable of the same name. */
const variables: readonly Variable[] = [
  plain('author', 'Le Guin', 'London and Kyoto have another one'),
  plain('bookId', '1204', 'Books by author replaces it for the session'),
  plain('clientId', 'demo', 'Who asks for a token'),
  {
    secret: true,
    name: 'clientSecret',
    enabled: true,
    allowedToScripts: false,
    description: 'The script of Who am I needs it: allow it to scripts',
  },
  plain('token', '', 'Who am I sets it for the session; all requests inherit it'),
]

function plain(name: string, text: string, description?: string): Variable {
  return {
    secret: false,
    name,
    value: { text },
    enabled: true,
    ...(description === undefined ? {} : { description }),
  }
}

function environment(name: string, author: string): Environment {
  return {
    name,
    color: '',
    variables: [plain('author', author)],
    clientCertificates: [],
    extendsName: '',
    dotEnvFilePath: '',
  }
}

/** A run sends its requests once for each row. */
const dataFile = 'author\nLe Guin\nOctavia E. Butler\nItalo Calvino\n'

const docs = lines(`
    A small bookshop that runs inside Parley, so all of this works without a network. Start with **List books**
    and **Send**.

    - **Books**: the list, one book, and how to change it.
    - **Checks**: tests, assertions, a variable set from a response, saved examples. Choose the environment London or
      Kyoto and send *Books by author* again: the books change. The script of *Who am I* requests a token, and every
      request inherits it from this collection.
    - **Responses of every kind**: errors, redirects, images, streams and more.

    Run the collection from its menu. The script of *Who am I* needs the secret \`clientSecret\`, so the run says its name
    and offers **Allow to scripts**. Run it again, and one test fails: *A price below 10*, which fails on purpose.
    With the data file \`authors.csv\`, a run of Checks is repeated for each author.

    The same run on the command line, in the folder of this collection. The status bar shows ADDRESS, the address of the
    demo API; VALUE is that of the secret, which is among the variables of this collection:

    \`\`\`
    parley run . --var baseUrl=ADDRESS --secret clientSecret=VALUE --allow-secret clientSecret
    \`\`\`
`)
