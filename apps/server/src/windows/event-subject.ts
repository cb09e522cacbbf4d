import type { WindowEvent } from '../contract/index.ts'

/**
 * Returns the subject whose complete current state an event holds: a later event of the same subject replaces
 * it. Null for an event that no later one replaces.
 */
export function eventSubject(event: WindowEvent): string | null {
  switch (event.type) {
    case 'send':
      return `send ${event.sendId}`
    case 'live':
      return `live ${event.sessionId}`
    case 'run':
      return `run ${event.run.runId}`
    case 'runPlan':
      return `runPlan ${event.targetId}`
    case 'import':
      return `import ${event.importId}`
    case 'export':
      return `export ${event.exportId}`
    case 'schema':
      return `schema ${event.fetchId}`
    case 'signIn':
      return `signIn ${event.signInId}`
    case 'proxyTest':
      return `proxyTest ${event.testId}`
    case 'assistant':
      return `assistant ${event.conversationId}`
    case 'assistantTest':
      return `assistantTest ${event.testId}`
    case 'download':
      return `download ${event.downloadId}`
    case 'command':
    case 'asked':
    case 'console':
      return null
    case 'settings':
    case 'sessionValues':
    case 'history':
    case 'agents':
    case 'secretQuestions':
    case 'library':
    case 'environments':
    case 'workspace':
    case 'backup':
    case 'tokens':
    case 'schemaFile':
    case 'updates':
      return event.type
  }
}
