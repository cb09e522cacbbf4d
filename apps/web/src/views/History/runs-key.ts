import type { RequestTab } from '../../workbench/tabs/request-tab.ts'

/** Returns the ID under which sends of a tab are recorded. */
export const runsKey = (tab: Pick<RequestTab, 'id' | 'source'>): string => tab.source?.requestId ?? tab.id
