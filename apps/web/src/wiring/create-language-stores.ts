import { GraphQlLanguage, startGraphQlWorker } from '../graphql/worker/graphql-language.ts'
import { GrpcLanguage, startGrpcWorker } from '../grpc/grpc-language.ts'
import { createSchemaReader } from '../server-client/read-schema-text.ts'
import type { WindowContext } from '../window/window-context.ts'
import { GraphQlEditing } from '../workbench/graphql/graphql-editing.ts'
import { TabSchemas } from '../workbench/schemas/tab-schemas.ts'
import type { Workbench } from '../workbench/workbench.ts'
import type { ServerStores } from './create-server-stores.ts'
import type { PageOptions } from './page-options.ts'

/** The stores of GraphQL and gRPC: their workers, schemas and queries. They are loaded with the first tab of such a kind. */
export function createLanguageStores(
  { client, uploadFile }: Pick<PageOptions, 'client' | 'uploadFile'>,
  workbench: Workbench,
  { environments }: Pick<ServerStores, 'environments'>,
  window: WindowContext,
) {
  const parts = {
    calls: client.schemas,
    upload: uploadFile,
    readText: createSchemaReader(client.schemas, location.origin),
  }
  const graphQlLanguage = new GraphQlLanguage({ startWorker: startGraphQlWorker })
  const grpcLanguage = new GrpcLanguage({ startWorker: startGrpcWorker })
  const graphQlEditing = new GraphQlEditing(graphQlLanguage, workbench)
  const graphQlSchemas = new TabSchemas({ ...parts, language: graphQlLanguage }, window)
  const grpcDefinitions = new TabSchemas(
    { ...parts, language: grpcLanguage, noun: 'service definition' },
    window,
  )
  workbench.store.subscribe(({ tabs }, before) => {
    if (tabs.length >= before.tabs.length) return
    const tabIds = new Set(tabs.map(({ id }) => id))
    for (const store of [graphQlSchemas, graphQlEditing, grpcDefinitions]) store.keepOnly(tabIds)
  })
  // A variable may decide where a schema comes from.
  environments.store.subscribe((state, before) => {
    if (state.environments === before.environments) return
    for (const schemas of [graphQlSchemas, grpcDefinitions]) schemas.refresh()
  })
  return { graphQlLanguage, graphQlEditing, graphQlSchemas, grpcLanguage, grpcDefinitions }
}
