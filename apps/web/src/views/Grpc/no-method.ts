import type { TabSchemasState } from '../../workbench/schemas/tab-schemas.ts'

/** Says why the type of a method's messages is not known. */
export function noMethod(method: string, isLoading: boolean): string {
  if (method === '') return 'Choose a method first.'
  return isLoading
    ? 'Loading the service definition…'
    : 'The service definition is not loaded, or does not have this method. Load it on the Service definition tab, or choose another method.'
}

/** Whether the service definition of a tab may come without another step of the user. */
export function isDefinitionLoading({ tabs }: TabSchemasState, tabId: string): boolean {
  return tabs[tabId]?.activity !== 'idle'
}
