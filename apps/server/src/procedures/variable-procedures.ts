import { implement } from '@orpc/server'
import { contract } from '../contract/index.ts'
import { takeRow } from '../runs/take-row.ts'
import type { Services } from './services.ts'
import { changed, created, foundOrThrow, notDone, unlockedOrThrow, writtenOrThrow } from './value-or-throw.ts'

/** The calls for variables, environments and the values that scripts set. */
export function variableProcedures({
  library,
  variables,
  scripting,
  runs,
  publishLibrary,
}: Pick<Services, 'library' | 'variables' | 'scripting' | 'runs' | 'publishLibrary'>) {
  const on = implement(contract)
  return {
    variables: {
      list: on.variables.list.handler(({ input }) => library.variables(input.parentId, input.unsaved)),
      count: on.variables.count.handler(() => variables.count()),
      open: on.variables.open.handler(async ({ input }) => {
        const opened = await variables.open(input.place)
        return opened.ok ? { state: 'opened' as const, ...opened.value } : notDone(opened.failure)
      }),
      save: on.variables.save.handler(async ({ input: { place, baseVersion, ...share } }) => {
        const saved = await variables.save(place, share, baseVersion)
        return saved.ok ? saved.value : notDone(saved.failure)
      }),
      findSecret: on.variables.findSecret.handler(({ input: { placeId, name } }) =>
        variables.secrets.find(name, library.containersOf(placeId)),
      ),
      permissionsOfFiles: on.variables.permissionsOfFiles.handler(() =>
        variables.secrets.permissionsOfFiles(),
      ),
      overridden: on.variables.overridden.handler(() => variables.overridden()),
      acknowledgeOverridden: on.variables.acknowledgeOverridden.handler(async () =>
        changed(await variables.acknowledgeOverridden()),
      ),
      setScriptAccess: on.variables.setScriptAccess.handler(async ({ input }) => {
        const set = await variables.secrets.setScriptAccess(input.secrets, input.isAllowed)
        // Open collections and folders follow the library.
        publishLibrary()
        return changed(set)
      }),
    },
    environments: environmentProcedures(variables.environments),
    sessionValues: {
      set: on.sessionValues.set.handler(async ({ input: { runId, index } }) => {
        const row = foundOrThrow(unlockedOrThrow(await runs.readDataRow(runId, index)), 'data row of a run')
        return takeRow(row, await library.variables(row.requestId), scripting)
      }),
      undoSet: on.sessionValues.undoSet.handler(({ input }) => ({
        wasKnown: scripting.undoSet(input.setId),
      })),
      remove: on.sessionValues.remove.handler(({ input }) => {
        scripting.removeSessionValue(input.name)
        return {}
      }),
      clear: on.sessionValues.clear.handler(() => {
        scripting.clearSessionValues()
        return {}
      }),
    },
  }
}

function environmentProcedures(environments: Services['variables']['environments']) {
  const on = implement(contract).environments
  return {
    create: on.create.handler(async ({ input }) =>
      created(await environments.create(input.name, input.variables)),
    ),
    rename: on.rename.handler(async ({ input }) => changed(await environments.rename(input.id, input.name))),
    duplicate: on.duplicate.handler(async ({ input }) => created(await environments.duplicate(input.id))),
    remove: on.remove.handler(async ({ input }) => changed(await environments.remove(input.id))),
    activate: on.activate.handler(async ({ input }) =>
      changed(await writtenOrThrow(environments.activate(input.id))),
    ),
  }
}
