import type { CodeChoices, CodeOptionValues, PreparedCode } from '@parley/codegen'
import {
  fileNameOf,
  type HttpBody,
  type HttpRequest,
  type Result,
  type SendFailure,
  withFilePaths,
} from '@parley/model'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ServerClient } from '../../server-client/server-client.ts'
import type { WindowContext } from '../../window/window-context.ts'
import type { PickedFilesState } from './picked-files.ts'

/** The request that Generate Code is open for. */
export interface CodeSubject {
  readonly request: HttpRequest
  /** The collection or folder that it inherits from. */
  readonly parentId: string | null
}

/** The two switches of the dialog. */
type PageChoices = Pick<CodeChoices, 'includesAuth' | 'fillsVariables'>

/** Generate Code (behaviour 4.2): its request, and the choices that this window remembers. */
export interface CodeGenerationState extends PageChoices {
  readonly subject: CodeSubject | null
  /** The request as targets print it, or why it could not be sent; null until the server has responded. */
  readonly prepared: Result<PreparedCode, SendFailure> | null
  /** Why the server has not responded, as a sentence. */
  readonly failure: string | null
  readonly targetId: string
  /** By target: the options that differ from its own. */
  readonly options: Readonly<Record<string, Partial<CodeOptionValues> | undefined>>
}

export type CodeGeneration = ReturnType<typeof createCodeGeneration>

/** @param pickedFiles - the files that were picked in this window, whose folders are unknown */
export function createCodeGeneration(
  calls: ServerClient['code'],
  pickedFiles: { readonly store: Pick<StoreApi<PickedFilesState>, 'getState'> },
  window: Pick<WindowContext, 'describeError'>,
) {
  const store = createStore<CodeGenerationState>(() => ({
    subject: null,
    prepared: null,
    failure: null,
    targetId: 'curl',
    includesAuth: true,
    fillsVariables: true,
    options: {},
  }))
  let question = 0

  async function prepare(): Promise<void> {
    question += 1
    const mine = question
    const { subject, includesAuth, fillsVariables } = store.getState()
    if (subject === null) return
    try {
      const prepared = await calls.prepare({ ...subject, includesAuth, fillsVariables })
      if (mine === question) store.setState({ prepared, failure: null })
    } catch (error) {
      if (mine === question) store.setState({ prepared: null, failure: window.describeError(error) })
    }
  }

  return {
    store,
    open({ request, parentId }: CodeSubject): void {
      const { sizes } = pickedFiles.store.getState()
      const body = withFileNames(request.body, filePath => filePath in sizes)
      store.setState({ subject: { request: { ...request, body }, parentId }, prepared: null, failure: null })
      void prepare()
    },
    retry: () => void prepare(),
    chooseTarget: (targetId: string) => store.setState({ targetId }),
    includeAuth(includesAuth: boolean): void {
      store.setState({ includesAuth })
      void prepare()
    },
    fillVariables(fillsVariables: boolean): void {
      store.setState({ fillsVariables })
      void prepare()
    },
    chooseOptions: (targetId: string, values: Partial<CodeOptionValues>) =>
      store.setState(({ options }) => ({
        options: { ...options, [targetId]: { ...options[targetId], ...values } },
      })),
  }
}

/** Names files that were picked in this window without their path, which browsers do not reveal. */
function withFileNames(body: HttpBody, isPicked: (filePath: string) => boolean): HttpBody {
  const shown = (filePath: string) => (isPicked(filePath) ? fileNameOf(filePath) : filePath)
  return withFilePaths(body, shown)
}
