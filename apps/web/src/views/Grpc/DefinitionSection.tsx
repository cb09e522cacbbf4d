import { type GrpcDefinition, type GrpcOptions, grpcDefinitions, isPickedFile } from '@parley/model'
import { ChoiceRow } from '../../components/fields/ControlRows.tsx'
import { SettingRow } from '../../components/fields/SettingRow.tsx'
import { TextRow } from '../../components/fields/TextRow.tsx'
import { useWorkbench } from '../../wiring/use-stores.ts'
import { withCall, withCallOptions } from '../../workbench/grpc/call-draft.ts'
import { inheritedPlaceId, type RequestTab } from '../../workbench/tabs/request-tab.ts'
import styles from '../RequestPane/SettingsSection.module.css'
import { DefinitionFilePicker } from './DefinitionFilePicker.tsx'
import { DefinitionState } from './DefinitionState.tsx'
import { PickedDefinition } from './PickedDefinition.tsx'

const labels: Readonly<Record<GrpcDefinition, string>> = {
  reflection: 'Server reflection',
  proto: '.proto files',
  descriptorSet: 'Descriptor set',
}
const choices = grpcDefinitions.map(value => ({ value, label: labels[value] }))

/** Where the types of the service come from. */
export function DefinitionSection({ tab }: { readonly tab: RequestTab }) {
  const workbench = useWorkbench()
  const { grpc } = tab.draft
  if (grpc === undefined) return null
  const { options, protoFilePath } = grpc
  const parentId = inheritedPlaceId(tab)
  /** Without a collection there is no folder that a path could begin in. */
  const isPicked = (path: string) => isPickedFile(path) || (parentId === null && path === '')
  const change = (patch: Partial<GrpcOptions>) =>
    workbench.editDraft(tab.id, draft => withCallOptions(draft, patch))
  const setProto = (path: string) =>
    workbench.editDraft(tab.id, draft => withCall(draft, { protoFilePath: path }))
  return (
    <div className={styles.section}>
      <ChoiceRow
        label="Service definition"
        detail={details[options.definition]}
        value={options.definition}
        choices={choices}
        onChange={definition => change({ definition })}
      />
      {options.definition === 'proto' && isPicked(protoFilePath) && (
        <PickedDefinition label="Proto file" tabId={tab.id} filePath={protoFilePath} onPick={setProto} />
      )}
      {options.definition === 'proto' && !isPicked(protoFilePath) && (
        <>
          <TextRow
            label="Proto file"
            detail="Relative to the folder of the collection. Empty: the files of the collection."
            value={protoFilePath}
            onChange={setProto}
          />
          <DefinitionFilePicker files="proto" parentId={parentId} onChoose={setProto} />
        </>
      )}
      {options.definition === 'descriptorSet' && (
        <DescriptorSet
          tabId={tab.id}
          parentId={parentId}
          path={options.descriptorSetPath}
          isPicked={isPicked(options.descriptorSetPath)}
          onChange={descriptorSetPath => change({ descriptorSetPath })}
        />
      )}
      <SettingRow label="Services" detail="The list of methods shows what the definition contains.">
        <DefinitionState tabId={tab.id} />
      </SettingRow>
    </div>
  )
}

interface DescriptorSetProps {
  readonly tabId: string
  readonly parentId: string | null
  readonly path: string
  readonly isPicked: boolean
  readonly onChange: (path: string) => void
}

function DescriptorSet({ tabId, parentId, path, isPicked, onChange }: DescriptorSetProps) {
  const label = 'Descriptor set file'
  if (isPicked) return <PickedDefinition label={label} tabId={tabId} filePath={path} onPick={onChange} />
  return (
    <>
      <TextRow
        label={label}
        detail="Relative to the folder of the collection."
        value={path}
        onChange={onChange}
      />
      <DefinitionFilePicker files="descriptorSet" parentId={parentId} onChoose={onChange} />
    </>
  )
}

const details: Readonly<Record<GrpcDefinition, string>> = {
  reflection: 'The server is asked, with the metadata and the authorization of the request.',
  proto: 'Imports are found in the import paths of the collection and next to the file.',
  descriptorSet: 'The output of protoc --include_imports -o.',
}
