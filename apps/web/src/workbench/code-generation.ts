import type { CodeOptionValues } from '@parley/convert'
import type { RequestForCode } from '@parley/engine'
import { fileNameOf, type HttpBody, type HttpRequest } from '@parley/model'
import { createStore } from 'zustand/vanilla'

/** What Generate Code is open on. */
export interface CodeSubject {
  readonly request: HttpRequest
  /** The collection or folder that it inherits from. */
  readonly parentId: string | null
}

/** Generate Code (spec 4.2): what it is open on, and the choices that this window remembers. */
export interface CodeGenerationState {
  readonly subject: CodeSubject | null
  /** The request as code is made of it; null until it is there. */
  readonly source: RequestForCode | null
  /** Why it is not there, as a sentence. */
  readonly failure: string | null
  readonly targetId: string
  readonly includesAuth: boolean
  readonly fillsVariables: boolean
  /** By target: the options that differ from its own. */
  readonly options: Readonly<Record<string, Partial<CodeOptionValues> | undefined>>
}

export interface CodeGenerationPorts {
  read(input: CodeSubject & { readonly fillsVariables: boolean }): Promise<RequestForCode>
  /** Whether a path stands for a file that was picked in this window, whose folder nobody knows. */
  isPicked(filePath: string): boolean
  describeError(error: unknown): string
}

export function createCodeGeneration(ports: CodeGenerationPorts) {
  const store = createStore<CodeGenerationState>(() => ({
    subject: null,
    source: null,
    failure: null,
    targetId: 'curl',
    includesAuth: true,
    fillsVariables: true,
    options: {},
  }))
  let question = 0

  async function read(): Promise<void> {
    question += 1
    const mine = question
    const { subject, fillsVariables } = store.getState()
    if (subject === null) return
    try {
      const source = await ports.read({ ...subject, fillsVariables })
      if (mine === question) store.setState({ source, failure: null })
    } catch (error) {
      if (mine === question) store.setState({ source: null, failure: ports.describeError(error) })
    }
  }

  return {
    store,
    open({ request, parentId }: CodeSubject): void {
      const body = withFileNames(request.body, ports.isPicked)
      store.setState({ subject: { request: { ...request, body }, parentId }, source: null, failure: null })
      void read()
    },
    retry: () => void read(),
    chooseTarget: (targetId: string) => store.setState({ targetId }),
    includeAuth: (includesAuth: boolean) => store.setState({ includesAuth }),
    fillVariables(fillsVariables: boolean): void {
      store.setState({ fillsVariables })
      void read()
    },
    chooseOptions: (targetId: string, values: Partial<CodeOptionValues>) =>
      store.setState(({ options }) => ({
        options: { ...options, [targetId]: { ...options[targetId], ...values } },
      })),
  }
}

/** Files that were picked in this window by their names: a browser does not tell where they lie. */
function withFileNames(body: HttpBody, isPicked: (filePath: string) => boolean): HttpBody {
  const shown = (filePath: string) => (isPicked(filePath) ? fileNameOf(filePath) : filePath)
  if (body.type === 'file')
    return { ...body, files: body.files.map(file => ({ ...file, filePath: shown(file.filePath) })) }
  if (body.type !== 'multipart') return body
  const parts = body.parts.map(part =>
    part.kind === 'file' ? { ...part, filePaths: part.filePaths.map(shown) } : part,
  )
  return { ...body, parts }
}
