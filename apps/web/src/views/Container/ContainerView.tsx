import { type Auth, newHttpRequest, type Scripts } from '@parley/model'
import type { EditedDefaults } from '@parley/server/contract'
import { useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../components/buttons/Button.tsx'
import { type SectionTab, SectionTabs } from '../../components/tabs/SectionTabs.tsx'
import { findEntry } from '../../library/find-entry.ts'
import { useContainerTabs, useInheritedCache, useLibrary, useRunPages } from '../../wiring/use-stores.ts'
import { isScriptText } from '../../workbench/request/script-part.ts'
import { tokenSubject } from '../../workbench/request/tokens.ts'
import type { ContainerSection, ContainerTab } from '../../workbench/tabs/container-tab.ts'
import { AuthorizationSection } from '../Authorization/AuthorizationSection.tsx'
import { DocsPane } from '../Docs/DocsPane.tsx'
import { SecretsHint } from '../Environments/SecretsHint.tsx'
import { VariableTable } from '../Environments/VariableTable.tsx'
import { Breadcrumb } from '../Request/Breadcrumb.tsx'
import rowStyles from '../Request/NameRow.module.css'
import { SaveButton } from '../Request/SaveButton.tsx'
import { useVariablesBelow } from '../Request/use-known-variables.ts'
import { useUndoReplacement } from '../Request/use-undo-replacement.ts'
import { ScriptParts } from '../RequestPane/ScriptSection.tsx'
import { HeaderTable } from '../RequestPane/tables/HeaderTable.tsx'
import { TabName } from '../TabStrip/TabName.tsx'
import { ProtoFilesSection } from './ProtoFilesSection.tsx'

/** The page of a collection or folder: its docs, and what its requests inherit (behaviour 2.5). */
export function ContainerView({ tab }: { readonly tab: ContainerTab }) {
  const containerTabs = useContainerTabs()
  const view = useRef<HTMLDivElement>(null)
  useUndoReplacement(view, tab.id)
  return (
    <div ref={view} className="pane column" data-pane="request">
      <ContainerNameRow tab={tab} />
      <SectionTabs
        label={tab.kind === 'collection' ? 'Collection' : 'Folder'}
        tabs={sectionTabs(tab.draft)}
        selected={tab.section}
        onSelect={section => containerTabs.chooseSection(tab.id, section)}
      >
        <Section tab={tab} />
      </SectionTabs>
    </div>
  )
}

function ContainerNameRow({ tab }: { readonly tab: ContainerTab }) {
  const library = useLibrary()
  const runPages = useRunPages()
  const entry = useStore(library.store, state => findEntry(state.tree, tab.source.containerId))
  return (
    <div className={rowStyles.row}>
      <Breadcrumb path={tab.source.path} />
      <TabName tab={tab} />
      {tab.isLost && (
        <span role="status" className={rowStyles.lost}>
          It was deleted. Restore it from Recently deleted.
        </span>
      )}
      <span className={rowStyles.end}>
        {entry !== null && <Button onPress={() => runPages.open(entry)}>Run</Button>}
        <SaveButton tab={tab} />
      </span>
    </div>
  )
}

/** Counts only what is inherited: the ticked rows. */
function sectionTabs({
  docs,
  defaults,
  protobuf,
}: ContainerTab['draft']): readonly SectionTab<ContainerSection>[] {
  const ticked = (rows: readonly { readonly enabled: boolean }[]) => rows.filter(row => row.enabled).length
  return [
    { id: 'docs', label: 'Docs', hasContent: docs.trim() !== '' },
    { id: 'headers', label: 'Headers', count: ticked(defaults.headers) },
    { id: 'authorization', label: 'Authorization', hasContent: hasOwnAuth(defaults.auth) },
    { id: 'script', label: 'Script', hasContent: hasScripts(defaults.scripts) },
    {
      id: 'variables',
      label: 'Variables',
      count: ticked(defaults.variables.map(({ variable }) => variable)),
    },
    ...(protobuf === undefined
      ? []
      : [{ id: 'protoFiles', label: 'Proto files', count: protobuf.protoFilePaths.length } as const]),
  ]
}

function hasOwnAuth({ type }: Auth): boolean {
  return type !== 'inherit' && type !== 'none'
}

function hasScripts({ preRequest, postResponse, tests }: Scripts): boolean {
  return [preRequest, postResponse, tests].some(script => script.trim() !== '')
}

function Section({ tab }: { readonly tab: ContainerTab }) {
  const containerTabs = useContainerTabs()
  const known = useVariablesBelow(tab.source.containerId)
  const { defaults } = tab.draft
  const editDefaults = (change: Partial<EditedDefaults>) =>
    containerTabs.edit(tab.id, draft => ({ ...draft, defaults: { ...draft.defaults, ...change } }))
  switch (tab.section) {
    case 'docs':
      return (
        <DocsPane
          id={`${tab.draftId}/docs`}
          docs={tab.draft.docs}
          hint="What these requests are for"
          onEdit={docs => containerTabs.edit(tab.id, draft => ({ ...draft, docs }))}
        />
      )
    case 'headers':
      return (
        <HeaderTable
          requests="below"
          others="a folder"
          rows={defaults.headers}
          known={known}
          historyKey={`${tab.draftId}/headers`}
          onChange={headers => editDefaults({ headers })}
        />
      )
    case 'authorization':
      return <ContainerAuthorization tab={tab} onChange={auth => editDefaults({ auth })} />
    case 'script':
      return (
        <ScriptParts
          tab={tab}
          onPart={part => isScriptText(part) && containerTabs.chooseScriptPart(tab.id, part)}
          onEdit={(part, text) => editDefaults({ scripts: { ...defaults.scripts, [part]: text } })}
        />
      )
    case 'protoFiles':
      return tab.draft.protobuf === undefined ? null : (
        <ProtoFilesSection
          containerId={tab.source.containerId}
          protobuf={tab.draft.protobuf}
          onChange={protobuf => containerTabs.edit(tab.id, draft => ({ ...draft, protobuf }))}
        />
      )
    case 'variables':
      return <ContainerVariables tab={tab} />
  }
}

function ContainerVariables({ tab }: { readonly tab: ContainerTab }) {
  const containerTabs = useContainerTabs()
  const known = useVariablesBelow(tab.source.containerId)
  return (
    <>
      <SecretsHint />
      <VariableTable
        variables={tab.draft.defaults.variables}
        known={known}
        history={containerTabs.variableHistory}
        historyKey={`${tab.draftId}/variables`}
        wanted={tab.wanted}
        onChange={variables => containerTabs.editVariables(tab.id, variables)}
      />
    </>
  )
}

interface ContainerAuthorizationProps {
  readonly tab: ContainerTab
  readonly onChange: (auth: Auth) => void
}

/** What its requests inherit; a folder may itself inherit it (behaviour 5.1). */
function ContainerAuthorization({ tab, onChange }: ContainerAuthorizationProps) {
  const inheritedCache = useInheritedCache()
  const { containerId, parentId } = tab.source
  const { auth } = tab.draft.defaults
  const known = useVariablesBelow(containerId)
  const inherited = useStore(inheritedCache.store, state => state[parentId ?? ''] ?? null)
  const subject = useMemo(
    () => tokenSubject(auth.type === 'inherit' ? parentId : containerId, newHttpRequest({ auth })),
    [auth, parentId, containerId],
  )
  return (
    <AuthorizationSection
      subject={tab.kind}
      draftId={tab.draftId}
      auth={auth}
      tokenSubject={subject}
      known={known}
      inherited={inherited}
      onChange={onChange}
    />
  )
}
