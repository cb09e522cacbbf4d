import type { SchemaFileList } from '@parley/server/contract'
import { useEffect, useState } from 'react'
import { PickerButton } from '../../components/buttons/PickerButton.tsx'
import { SettingRow } from '../../components/fields/SettingRow.tsx'
import { useGrpcDefinitions } from '../../wiring/use-stores.ts'

export interface DefinitionFilePickerProps {
  readonly files: 'proto' | 'descriptorSet'
  /** In whose collection the files are. */
  readonly parentId: string | null
  readonly onChoose: (path: string) => void
}

/** The files of a collection that may define services. */
export function DefinitionFilePicker({ files, parentId, onChoose }: DefinitionFilePickerProps) {
  const definitions = useGrpcDefinitions()
  const [listed, setListed] = useState<SchemaFileList | string | null>(null)
  useEffect(() => {
    let isUnmounted = false
    void definitions.files(files, parentId).then(found => {
      if (!isUnmounted) setListed(found)
    })
    return () => {
      isUnmounted = true
    }
  }, [definitions, files, parentId])
  const paths = listed === null || typeof listed === 'string' ? [] : listed.paths
  const none = files === 'proto' ? 'No .proto files there' : 'No descriptor sets there'
  return (
    <SettingRow
      label="Files of the collection"
      detail={typeof listed === 'string' ? listed : 'Copy the files into its folder to choose them here.'}
    >
      <PickerButton
        label="Files of the collection"
        value={paths.length === 0 ? none : 'Choose a file'}
        choices={
          paths.length === 0
            ? [{ id: '', label: none, isDisabled: true }]
            : paths.map(path => ({ id: path, label: path }))
        }
        onChoose={onChoose}
      />
    </SettingRow>
  )
}
