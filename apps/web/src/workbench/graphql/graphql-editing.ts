import type { GraphQlSchemaSource } from '@parley/model'
import { createStore } from 'zustand/vanilla'
import type { NameDefinition } from '../../graphql/language/describe-name.ts'
import type { QueryOperation } from '../../graphql/language/operation-at.ts'
import { applyEdits } from '../../graphql/language/text-range.ts'
import type { OperationChoice } from '../../graphql/variables/operation-variables.ts'
import type { GraphQlLanguage } from '../../graphql/worker/graphql-language.ts'
import { requestTab } from '../active-tab.ts'
import { isDeepEqual } from '../deep-equal.ts'
import type { Workbench } from '../workbench.ts'
import type { GraphQlBody } from './graphql-body.ts'

/** What the explorer shows: the tree, or the docs of a type or of one of its members. */
export type ExplorerPage =
  | { readonly kind: 'tree' }
  | { readonly kind: 'type'; readonly typeName: string; readonly memberName: string | null }

/** The state of editing a GraphQL tab, besides its draft. */
export interface GraphQlTab {
  /** The cursor in the query; it chooses the operation. */
  readonly cursor: number
  /** The IDs of the expanded rows of the explorer. */
  readonly expanded: readonly string[]
  readonly page: ExplorerPage
  /** The pages before and after it, the nearest last. */
  readonly back: readonly ExplorerPage[]
  readonly forward: readonly ExplorerPage[]
  /** The row to go to; another object each time. */
  readonly reveal: { readonly rowId: string } | null
  /** The operations of the query; null while it does not parse. */
  readonly operations: readonly QueryOperation[] | null
  /** A sentence about the last tick that was not possible. */
  readonly problem: string
}

export interface GraphQlEditingState {
  readonly tabs: Readonly<Record<string, GraphQlTab | undefined>>
  readonly isExplorerOpen: boolean
}

/** How many pages Back leads to. */
const mostPages = 50

/** What the explorer begins with. */
export const treePage: ExplorerPage = { kind: 'tree' }

const newTab: GraphQlTab = {
  cursor: 0,
  expanded: ['query', 'mutation', 'subscription'],
  page: treePage,
  back: [],
  forward: [],
  reveal: null,
  operations: [],
  problem: '',
}

/** The query and the explorer of GraphQL tabs. */
export class GraphQlEditing {
  readonly store = createStore<GraphQlEditingState>(() => ({ tabs: {}, isExplorerOpen: false }))
  readonly #language: Pick<GraphQlLanguage, 'call'>
  readonly #workbench: Pick<Workbench, 'store' | 'editDraft' | 'sendActiveTab'>

  constructor(
    language: Pick<GraphQlLanguage, 'call'>,
    workbench: Pick<Workbench, 'store' | 'editDraft' | 'sendActiveTab'>,
  ) {
    this.#language = language
    this.#workbench = workbench
  }

  of(tabId: string): GraphQlTab {
    return this.store.getState().tabs[tabId] ?? newTab
  }

  toggleExplorer(): void {
    this.store.setState(({ isExplorerOpen }) => ({ isExplorerOpen: !isExplorerOpen }))
  }

  moveCursor(tabId: string, cursor: number): void {
    if (this.of(tabId).cursor !== cursor) this.#set(tabId, { cursor })
  }

  readOperations(tabId: string): void {
    void this.#listOperations(tabId)
  }

  /** Chooses what is sent as `operationName`; null: nothing. */
  chooseOperation(tabId: string, name: string | null): void {
    this.#editBody(tabId, ({ operationName: _, ...body }) =>
      name === null ? body : { ...body, operationName: name },
    )
  }

  /** Chooses where the schema comes from; null: from the server. */
  chooseSchema(tabId: string, schema: GraphQlSchemaSource | null): void {
    this.#editBody(tabId, ({ schema: _, ...body }) => (schema === null ? body : { ...body, schema }))
  }

  /** Sends the operation at the cursor. If there is only one, its name is not needed. */
  async sendAtCursor(tabId: string): Promise<void> {
    const operations = await this.#listOperations(tabId)
    if (operations !== null && operations.length > 0) {
      const { operationAt } = await import('../../graphql/language/operation-at.ts')
      const chosen = operations.length === 1 ? null : operationAt(operations, this.of(tabId).cursor)
      this.chooseOperation(tabId, chosen?.name ?? null)
    }
    await this.#workbench.sendActiveTab()
  }

  /** Prettifies the query; one that does not parse stays as it is. */
  async prettify(tabId: string): Promise<void> {
    const query = this.bodyOf(tabId)?.query
    if (query === undefined) return
    const outcome = await this.#language.call('prettify', query)
    if ('answer' in outcome && outcome.answer !== null) this.#writeQuery(tabId, query, outcome.answer)
  }

  /** Adds missing variables with values of their types. */
  async fillInVariables(tabId: string): Promise<void> {
    const body = this.bodyOf(tabId)
    if (body === null) return
    const { variables } = body
    const asked = { ...this.chosenOperation(tabId), variables }
    const outcome = await this.#language.call('fillInVariables', asked)
    if (!('answer' in outcome) || outcome.answer === null) return
    const filled = applyEdits(variables, outcome.answer)
    this.#editBody(tabId, now => (now.variables === variables ? { ...now, variables: filled } : now))
  }

  /** Adds the hash of the query to the extensions. Returns why it could not; empty if it could. */
  async addQueryHash(tabId: string): Promise<string> {
    const body = this.bodyOf(tabId)
    if (body === null) return ''
    const { withQueryHash } = await import('./query-hash.ts')
    const hashed = await withQueryHash(body)
    if ('problem' in hashed) return hashed.problem
    // What was typed meanwhile has another hash, or is other extensions.
    this.#editBody(tabId, now =>
      now.query === body.query && now.extensions === body.extensions
        ? { ...now, extensions: hashed.extensions }
        : now,
    )
    return ''
  }

  /** Returns the query, and which of its operations the variables are for. */
  chosenOperation(tabId: string): { readonly query: string; readonly operation: OperationChoice } {
    const { query = '', operationName } = this.bodyOf(tabId) ?? {}
    const operation =
      operationName === undefined ? { position: this.of(tabId).cursor } : { name: operationName }
    return { query, operation }
  }

  /** Returns the body of a draft; null if it is no GraphQL body. */
  bodyOf(tabId: string): GraphQlBody | null {
    const body = requestTab(this.#workbench.store.getState(), tabId)?.draft.body
    return body?.type === 'graphql' ? body : null
  }

  setExpanded(tabId: string, rowId: string, isExpanded: boolean): void {
    const others = this.of(tabId).expanded.filter(one => one !== rowId)
    this.#set(tabId, { expanded: isExpanded ? [...others, rowId] : others })
  }

  /** Ticks or unticks a row. */
  async toggleRow(tabId: string, rowId: string): Promise<void> {
    const query = this.bodyOf(tabId)?.query
    if (query === undefined) return
    const position = this.of(tabId).cursor
    const outcome = await this.#language.call('toggleRow', { query, position, rowId })
    if (!('answer' in outcome)) return
    const { answer } = outcome
    this.#set(tabId, { problem: 'problem' in answer ? answer.problem.message : '' })
    if ('edits' in answer) this.#writeQuery(tabId, query, applyEdits(query, answer.edits))
  }

  /** Shows what a name of the query means. */
  async goTo(tabId: string, { rowId, typeName, fieldName }: NameDefinition): Promise<void> {
    if (rowId === null) {
      this.showType(tabId, typeName, fieldName)
      return
    }
    const { ancestorsOf } = await import('../../graphql/explorer/row-id.ts')
    const expanded = [...new Set([...this.of(tabId).expanded, ...ancestorsOf(rowId)])]
    this.store.setState({ isExplorerOpen: true })
    this.#set(tabId, { expanded, reveal: { rowId } })
    this.showTree(tabId)
  }

  /** Shows the docs of a type or of one of its members. */
  showType(tabId: string, typeName: string, memberName: string | null): void {
    this.store.setState({ isExplorerOpen: true })
    this.#leadTo(tabId, { kind: 'type', typeName, memberName })
  }

  /** Shows the docs of what a row of the tree stands for. */
  async showRow(tabId: string, rowId: string): Promise<void> {
    const outcome = await this.#language.call('definitionOfRow', rowId)
    if (!('answer' in outcome) || outcome.answer === null) return
    this.showType(tabId, outcome.answer.typeName, outcome.answer.fieldName)
  }

  showTree(tabId: string): void {
    this.#leadTo(tabId, { kind: 'tree' })
  }

  /** Shows the page that was shown before; nothing happens at the first one. */
  goBack(tabId: string): void {
    const { back, page, forward } = this.of(tabId)
    const before = back.at(-1)
    if (before === undefined) return
    this.#set(tabId, { back: back.slice(0, -1), page: before, forward: [...forward, page] })
  }

  /** Shows the page that Back has left. */
  goForward(tabId: string): void {
    const { back, page, forward } = this.of(tabId)
    const next = forward.at(-1)
    if (next === undefined) return
    this.#set(tabId, { back: [...back, page], page: next, forward: forward.slice(0, -1) })
  }

  /** Forgets closed tabs. */
  keepOnly(tabIds: ReadonlySet<string>): void {
    const { tabs } = this.store.getState()
    const kept = Object.entries(tabs).filter(([tabId]) => tabIds.has(tabId))
    if (kept.length < Object.keys(tabs).length) this.store.setState({ tabs: Object.fromEntries(kept) })
  }

  #leadTo(tabId: string, page: ExplorerPage): void {
    const { back, page: before } = this.of(tabId)
    if (isDeepEqual(before, page)) this.#set(tabId, { page })
    else this.#set(tabId, { back: [...back, before].slice(-mostPages), page, forward: [] })
  }

  #set(tabId: string, change: Partial<GraphQlTab>): void {
    this.store.setState(({ tabs }) => ({
      tabs: { ...tabs, [tabId]: { ...(tabs[tabId] ?? newTab), ...change } },
    }))
  }

  #editBody(tabId: string, edit: (body: GraphQlBody) => GraphQlBody): void {
    this.#workbench.editDraft(tabId, draft =>
      draft.body.type === 'graphql' ? { ...draft, body: edit(draft.body) } : draft,
    )
  }

  /** Changes the query, unless it has changed since the text that the change is for. */
  #writeQuery(tabId: string, before: string, query: string): void {
    if (query !== before) this.#editBody(tabId, body => (body.query === before ? { ...body, query } : body))
  }

  async #listOperations(tabId: string): Promise<readonly QueryOperation[] | null> {
    const query = this.bodyOf(tabId)?.query
    if (query === undefined) return null
    const outcome = await this.#language.call('listOperations', query)
    if (!('answer' in outcome) || this.bodyOf(tabId)?.query !== query) return this.of(tabId).operations
    this.#set(tabId, { operations: outcome.answer })
    return outcome.answer
  }
}
