import type { GrpcOptions } from '@parley/model'
import { ChoiceRow, milliseconds, NumberRow, SwitchRow } from '../../components/fields/ControlRows.tsx'
import { useWorkbench } from '../../wiring/use-stores.ts'
import { callOf, withCallOptions, withGrpcWeb } from '../../workbench/grpc/call-draft.ts'
import type { RequestTab } from '../../workbench/tabs/request-tab.ts'
import styles from '../RequestPane/SettingsSection.module.css'

const bytesPerMegabyte = 1024 * 1024

/** How a gRPC call is made and shown. */
export function CallSettings({ tab }: { readonly tab: RequestTab }) {
  const workbench = useWorkbench()
  const { options } = callOf(tab.draft)
  const change = (patch: Partial<GrpcOptions>) =>
    workbench.editDraft(tab.id, draft => withCallOptions(draft, patch))
  return (
    <div className={styles.section}>
      <NumberRow
        label="Deadline"
        detail="How long the call may take. The limit is also sent to the server. 0 means the request timeout."
        value={options.deadlineMs}
        {...milliseconds}
        onChange={deadlineMs => change({ deadlineMs })}
      />
      <NumberRow
        label="Maximum message size"
        detail="A larger message from the server ends the call."
        value={Math.max(1, Math.round(options.maxMessageBytes / bytesPerMegabyte))}
        min={1}
        max={1000}
        unit="MB"
        onChange={megabytes => change({ maxMessageBytes: megabytes * bytesPerMegabyte })}
      />
      <ChoiceRow
        label="Compression"
        detail="For the messages that are sent."
        value={options.compression}
        choices={[
          { value: 'none', label: 'None' },
          { value: 'gzip', label: 'gzip' },
        ]}
        onChange={compression => change({ compression })}
      />
      <ChoiceRow
        label="gRPC-Web"
        detail="For servers that browsers call. It needs no HTTP/2."
        value={options.web ?? 'none'}
        choices={[
          { value: 'none', label: 'Off' },
          { value: 'binary', label: 'Binary' },
          { value: 'text', label: 'Text' },
        ]}
        onChange={web => workbench.editDraft(tab.id, draft => withGrpcWeb(draft, web))}
      />
      <SwitchRow
        label="Show defaults"
        detail="Shows fields that are not set in messages from the server."
        isSelected={options.showsDefaults}
        onChange={showsDefaults => change({ showsDefaults })}
      />
    </div>
  )
}
