import type { ProtobufSettings } from '@parley/model'
import { DefinitionFilePicker } from '../Grpc/DefinitionFilePicker.tsx'
import styles from '../RequestPane/SettingsSection.module.css'
import { PathList } from './PathList.tsx'

export interface ProtoFilesSectionProps {
  readonly containerId: string
  readonly protobuf: ProtobufSettings
  readonly onChange: (protobuf: ProtobufSettings) => void
}

/** The files that define the services of a collection, and where their imports are found. */
export function ProtoFilesSection({ containerId, protobuf, onChange }: ProtoFilesSectionProps) {
  const { protoFilePaths, importPaths } = protobuf
  const add = (path: string) => {
    if (!protoFilePaths.includes(path)) onChange({ ...protobuf, protoFilePaths: [...protoFilePaths, path] })
  }
  return (
    <div className={styles.section}>
      <PathList
        label="Proto files"
        noun="proto file"
        detail="Relative to the folder of the collection. gRPC requests without a file of their own use them."
        paths={protoFilePaths.map(path => ({ path, enabled: true }))}
        hasSwitches={false}
        onChange={paths => onChange({ ...protobuf, protoFilePaths: paths.map(({ path }) => path) })}
      />
      <DefinitionFilePicker files="proto" parentId={containerId} onChoose={add} />
      <PathList
        label="Import paths"
        noun="import path"
        detail="Folders in which imports are looked up, relative to the folder of the collection; a dot is that folder itself."
        paths={importPaths}
        hasSwitches
        onChange={paths => onChange({ ...protobuf, importPaths: paths })}
      />
    </div>
  )
}
