import {
  defaultSendSettings,
  dynamicVariableNames,
  type RequestContext,
  type RequestForCode,
  requestForCode,
  type ScopeValue,
  type SendOutcome,
  type VariableScope,
  variableScopes,
} from '@parley/engine'
import {
  type Collection,
  type Folder,
  failed,
  type HttpRequest,
  type Item,
  type Workspace,
} from '@parley/model'
import { sampleCollectionName } from '@parley/workspace'
import type { LibraryBranch, LibraryNode, LibraryTree, ScopedVariable } from '../contract/index.ts'
import { dynamicSources } from '../dynamic-sources.ts'

type Branch = Collection | Folder

/** More of a value than a hint shows. */
const shownCharacters = 1000

/** What no file holds. */
export interface LiveScopes {
  readonly sessionScope: VariableScope
}

/** The workspace as the page sees it: a tree of ids, and what a request inherits from its place in it. */
export class Library {
  readonly #workspace: Workspace
  readonly #demoBaseUrl: string | null
  readonly #live: LiveScopes
  readonly #requests = new Map<string, HttpRequest>()
  /** From a branch's id to the branches from the collection down to itself. */
  readonly #paths = new Map<string, readonly Branch[]>()
  readonly #tree: LibraryTree

  /** `demoBaseUrl`: the address that `{{baseUrl}}` of the sample stands for; null: no demo API runs. */
  constructor(workspace: Workspace, demoBaseUrl: string | null, live: LiveScopes) {
    this.#workspace = workspace
    this.#live = live
    this.#demoBaseUrl = demoBaseUrl
    const collections = workspace.collections.map((one, index) => this.#branch(one, [], `${index}`))
    this.#tree = { workspaceName: workspace.name, collections }
  }

  tree(): LibraryTree {
    return this.#tree
  }

  request(id: string): HttpRequest | null {
    return this.#requests.get(id) ?? null
  }

  /** What a request below a branch inherits. An unknown branch (it is gone) gives nothing to inherit. */
  contextOf(parentId: string | null): RequestContext {
    const ancestors = (parentId === null ? undefined : this.#paths.get(parentId)) ?? []
    return {
      ancestors,
      environment: null,
      workspaceVariables: this.#workspace.variables,
      globalVariables: [],
      liveScopes: [this.#live.sessionScope, ...this.#demoScopes(ancestors)],
      defaultSettings: defaultSendSettings,
    }
  }

  /** What `{{name}}` may refer to below a branch, narrowest scope first. */
  variables(parentId: string | null): readonly ScopedVariable[] {
    const scopes = variableScopes({ variables: [] }, this.contextOf(parentId))
    const named = scopes.flatMap(scope =>
      [...scope.values].map(([name, value]) => ({
        name,
        value: value.text.slice(0, shownCharacters),
        scope: scope.name,
      })),
    )
    return [...named, ...dynamicVariableNames.map(name => ({ name, value: null, scope: 'dynamic' as const }))]
  }

  /** A request below a branch as code is generated for it. */
  requestForCode(input: {
    readonly parentId: string | null
    readonly request: HttpRequest
    readonly fillsVariables: boolean
  }): RequestForCode {
    return requestForCode(input.request, this.contextOf(input.parentId), dynamicSources, input.fillsVariables)
  }

  /** An outcome in which a missing `{{baseUrl}}` of the sample says how the demo API is started. */
  explained(result: SendOutcome, parentId: string | null): SendOutcome {
    if (result.ok || !isSample(this.contextOf(parentId).ancestors)) return result
    const { failure } = result.failure
    const isDemoMissing = failure.code === 'UNKNOWN_HOST_VARIABLE' && failure.subject === 'baseUrl'
    return isDemoMissing
      ? failed({ ...result.failure, failure: { ...failure, code: 'DEMO_NOT_RUNNING' } })
      : result
  }

  #demoScopes(ancestors: readonly Branch[]): readonly VariableScope[] {
    return isSample(ancestors) && this.#demoBaseUrl !== null ? [demoScope(this.#demoBaseUrl)] : []
  }

  #branch(branch: Branch, above: readonly Branch[], id: string): LibraryBranch {
    const path = [...above, branch]
    this.#paths.set(id, path)
    const children = branch.items.flatMap((item, index) => this.#node(item, path, `${id}.${index}`))
    return { kind: branch.kind, id, name: branch.name, children }
  }

  /** Kinds of items that the page cannot open stand in no tree. */
  #node(item: Item, path: readonly Branch[], id: string): readonly LibraryNode[] {
    if (item.kind === 'folder') return [this.#branch(item, path, id)]
    if (item.kind !== 'http') return []
    this.#requests.set(id, item)
    return [{ kind: 'http', id, name: item.name, method: item.method }]
  }
}

function isSample(ancestors: readonly Branch[]): boolean {
  return ancestors[0]?.name === sampleCollectionName
}

function demoScope(demoBaseUrl: string): VariableScope {
  return {
    name: 'collection',
    values: new Map<string, ScopeValue>([['baseUrl', { text: demoBaseUrl, isLiteral: true }]]),
  }
}
