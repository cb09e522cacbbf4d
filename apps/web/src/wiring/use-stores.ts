import { createContext, use, useContext } from 'react'
import type { Stores } from './create-stores.ts'

/** Gives the views their stores; null outside the page. */
export const StoresContext = createContext<Stores | null>(null)

/** All stores of the page, for what leads to everything: shortcuts and the palette. Other views use one of the hooks below. */
export function useStores(): Stores {
  const stores = useContext(StoresContext)
  if (stores === null) throw new Error('useStores is called outside StoresContext')
  return stores
}

/** Open tabs, their drafts and sends. */
export const useWorkbench = () => useStores().workbench
/** The request that is shown beside the active one. */
export const useBeside = () => useStores().beside
/** The window as one of the desktop app. */
export const useDesktop = () => useStores().desktop
/** The tree of the workspace, and the variables below each parent. */
export const useLibrary = () => useStores().library
/** The sidebar's commands on entries of the tree. */
export const useSidebar = () => useStores().sidebar
/** The workspaces that can be opened. */
export const useWorkspaces = () => useStores().workspaces
/** The entries that were deleted within the last 7 days. */
export const useRecentlyDeleted = () => use(useStores().loadSettingsStores()).recentlyDeleted

/** The names of open tabs as they are typed. */
export const useTabNaming = () => useStores().naming
/** Saves tabs of any kind. */
export const useTabSaving = () => useStores().saving
/** Open requests as documents. */
export const useRequestDocuments = () => useStores().requestDocuments
/** Open collections and folders. */
export const useContainerTabs = () => useStores().containerTabs
/** Open examples of requests. */
export const useExampleTabs = () => useStores().exampleTabs
/** Loads the commands on the examples of requests. */
export const useExampleCommands = () => useStores().loadExampleCommands
/** Open environments, workspace and global variables. */
export const useVariableTabs = () => useStores().variableTabs
/** Drafts and files that were both changed. */
export const useConflicts = () => useStores().conflicts

/** The environments of the workspace. */
export const useEnvironments = () => useStores().environments
/** Environments that are edited elsewhere than on their pages. */
export const useEnvironmentDrafts = () => use(useStores().loadEnvironmentDrafts())
/** Leads from a `{{name}}` to where its variable is edited. */
export const useVariableEditing = () => useStores().variableEditing
/** The values that scripts set, and what they print. */
export const useScripts = () => useStores().scripts
/** Which secrets scripts may read on this device. */
export const useSecretPermissions = () => useStores().secretPermissions
/** What the user is asked about secrets. */
export const useSecretQuestions = () => useStores().secretQuestions

/** Tokens of OAuth 2.0. */
export const useTokens = () => use(useStores().loadTokens())
/** What was typed under authorization types that are no longer chosen. */
export const usePreviousAuths = () => useStores().previousAuths
/** What Inherit from parent resolves to. */
export const useInheritedCache = () => useStores().inheritedCache
/** The files that were picked in this window. */
export const usePickedFiles = () => useStores().pickedFiles
/** Generate Code: what it is open on, and its choices. */
export const useCodeGeneration = () => use(useStores().loadCode())

/** The worker for GraphQL, one for all editors of the window. */
export const useGraphQlLanguage = () => use(useStores().loadLanguageStores()).graphQlLanguage
/** The schemas of GraphQL tabs. */
export const useGraphQlSchemas = () => use(useStores().loadLanguageStores()).graphQlSchemas
/** The query and the explorer of GraphQL tabs. */
export const useGraphQlEditing = () => use(useStores().loadLanguageStores()).graphQlEditing

/** The worker for gRPC, one for all editors of the window. */
export const useGrpcLanguage = () => use(useStores().loadLanguageStores()).grpcLanguage
/** The service definitions of gRPC tabs. */
export const useGrpcDefinitions = () => use(useStores().loadLanguageStores()).grpcDefinitions

/** Calls that read response bodies. */
export const useBodies = () => useStores().bodies
/** Response bodies as text, by rows. */
export const useBodyTexts = () => useStores().bodyTexts
/** Event streams and connections, by the ID of their session. */
export const useLive = () => useStores().live
/** Two responses that are compared. */
export const useCompare = () => useStores().compare
/** The history of sends. */
export const useHistory = () => use(useStores().loadHistory())
/** Loads what finds URLs that were used before. */
export const useUsedUrls = () => useStores().loadUsedUrls
/** Sends the request of a tab again and again. */
export const useRepeatSends = () => useStores().repeatSends
/** The commands on entries of the history. */
export const useHistoryCommands = () => use(useStores().loadHistoryCommands())

/** The runs that the window knows. */
export const useRuns = () => useStores().runs
/** The open runs of the tab strip. */
export const useRunPages = () => useStores().runPages
/** The cookies that the responses of runs set. */
export const useRunCookies = () => use(useStores().loadRunCookies())
/** Load tests: their plans, exports and figures. */
export const useLoads = () => use(useStores().loadLoads())
/** Reports of runs as files. */
export const useSavedExports = () => useStores().savedExports

/** Imports, from the first choice to the report. */
export const useImporting = () => use(useStores().loadImporting())
/** Exports as files. */
export const useExporting = () => use(useStores().loadExporting())

/** The settings of the application. */
export const useSettings = () => useStores().settings
/** Calls that add and remove certificates. */
export const useCertificates = () => useStores().certificates
/** Test Connection of the proxy settings. */
export const useProxyTest = () => use(useStores().loadSettingsStores()).proxyTest
/** Check for updates. */
export const useUpdates = () => use(useStores().loadSettingsStores()).updates
/** The conversations with the assistant. */
export const useAssistant = () => use(useStores().loadAssistant())
/** The key of the assistant, and Test Connection. */
export const useAssistantSetup = () => use(useStores().loadSettingsStores()).assistantSetup
/** Settings → Agents: what agents can use, and what they did. */
export const useAgents = () => use(useStores().loadSettingsStores()).agents
/** Settings → Data and backups: where things are kept. */
export const useDataOverview = () => use(useStores().loadSettingsStores()).dataOverview

/** The dialogs that a command opens from anywhere. */
export const useDialogs = () => useStores().dialogs
/** Opens the dialogs that need something to begin with, such as a request. */
export const useDialogCommands = () => useStores().dialogCommands
/** Sizes and places of the parts of the page. */
export const useLayout = () => useStores().layout
/** What the page remembers of its looks. */
export const usePageMemory = () => useStores().memory
/** Messages over the page. */
export const useToasts = () => useStores().toasts
/** Whether the server can be reached, and its session. */
export const useServerStatus = () => useStores().server
/** The ID by which the server knows the window. */
export const useWindowId = () => useStores().window.windowId
/** Lets the page's own style elements pass its policy. */
export const useNonce = () => useStores().nonce
