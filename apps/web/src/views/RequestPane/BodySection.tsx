import type { HttpBody, RawLanguage } from '@parley/model'
import { useAppModel } from '../../app-model.ts'
import { PickerButton } from '../../components/PickerButton.tsx'
import { SegmentedControl } from '../../components/SegmentedControl.tsx'
import { rawFormat, rawFormats } from '../../workbench/content-type.ts'
import type { RequestTab } from '../../workbench/request-tab.ts'
import styles from './BodySection.module.css'
import { BodyText } from './BodyText.tsx'

const bodyTypes = [
  { value: 'none', label: 'None' },
  { value: 'raw', label: 'Raw' },
] as const

const formatChoices = rawFormats.map(({ language, label }) => ({ id: language, label }))

export interface BodySectionProps {
  readonly tab: RequestTab
}

/** The body of the request: none, or typed text with its format. */
export function BodySection({ tab }: BodySectionProps) {
  const { workbench } = useAppModel()
  const { body } = tab.draft
  const setBody = (next: HttpBody) => workbench.editDraft(tab.id, draft => ({ ...draft, body: next }))
  const isOther = body.type !== 'none' && body.type !== 'raw'
  return (
    <div className={styles.section}>
      <div className={styles.toolbar}>
        <SegmentedControl
          label="Body type"
          value={body.type === 'raw' ? 'raw' : 'none'}
          choices={bodyTypes}
          onChange={type => workbench.chooseBodyType(tab.id, type)}
        />
        {body.type === 'raw' && (
          <>
            <PickerButton
              label="Raw format"
              value={rawFormat(body.language).label}
              choices={formatChoices}
              onChoose={id => {
                const format = rawFormats.find(candidate => candidate.language === id)
                if (format !== undefined) setBody({ ...body, language: format.language })
              }}
            />
            <span className={styles.contentType}>{sentContentType(tab, body.language)}</span>
          </>
        )}
      </div>
      {body.type === 'raw' && <BodyText tabId={tab.id} />}
      {body.type === 'none' && <p className={styles.none}>The request has no body.</p>}
      {isOther && (
        <p className={styles.none}>
          This request’s body is of another type. It is kept as it is; choose Raw to type one here.
        </p>
      )}
    </div>
  )
}

/** A ticked Content-Type of the user takes the place of the generated one. */
function sentContentType(tab: RequestTab, language: RawLanguage): string {
  const own = tab.draft.headers.find(row => row.enabled && row.name.trim().toLowerCase() === 'content-type')
  return own?.value ?? rawFormat(language).contentType
}
