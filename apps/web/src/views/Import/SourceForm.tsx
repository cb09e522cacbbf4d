import { importFormatNames } from '@parley/convert'
import { type FormEvent, type KeyboardEvent, useId } from 'react'
import { Button } from '../../components/buttons/Button.tsx'
import { SegmentedControl } from '../../components/buttons/SegmentedControl.tsx'
import { SelectFileButton } from '../../components/buttons/SelectFileButton.tsx'
import { useImporting } from '../../wiring/use-stores.ts'
import styles from './SourceForm.module.css'

const sources = [
  { value: 'files', label: 'Files' },
  { value: 'text', label: 'Paste' },
  { value: 'url', label: 'URL' },
] as const

type SourceKind = (typeof sources)[number]['value']

/**
 * The selected and typed source. It is kept when the form closes, so that a rejected source can be corrected.
 */
export interface TypedSource {
  readonly kind: SourceKind
  readonly text: string
  readonly url: string
}

/** Before anything is typed. */
export const noTypedSource: TypedSource = { kind: 'files', text: '', url: '' }

export interface SourceFormProps {
  readonly typed: TypedSource
  readonly onType: (typed: TypedSource) => void
}

/** Where an import comes from. */
export function SourceForm({ typed, onType }: SourceFormProps) {
  const { kind, text, url } = typed
  return (
    <div className={styles.form}>
      <SegmentedControl
        label="Source"
        value={kind}
        choices={sources}
        autoFocus
        onChange={chosen => onType({ ...typed, kind: chosen })}
      />
      {kind === 'files' && <FilesSource />}
      {kind === 'text' && (
        <TextSource text={text} onChange={changed => onType({ ...typed, text: changed })} />
      )}
      {kind === 'url' && <UrlSource url={url} onChange={changed => onType({ ...typed, url: changed })} />}
      <p className="quiet">
        {Object.values(importFormatNames).join(', ')}. Scripts are imported unchanged and not run. Linked
        files and URLs are not loaded.
      </p>
    </div>
  )
}

function FilesSource() {
  const importing = useImporting()
  return (
    <div className={styles.drop}>
      <p className={styles.invitation}>Drop files, a folder or a ZIP archive here</p>
      <div className={styles.choices}>
        <SelectFileButton
          words="Select files"
          allowsSeveral
          onSelect={files =>
            void importing.takeFiles(
              files[0]?.name ?? '',
              files.map(file => ({ file, path: file.name })),
            )
          }
        />
        <SelectFileButton
          words="Select folder"
          isFolder
          onSelect={files =>
            void importing.takeFiles(
              files[0]?.webkitRelativePath.split('/')[0] ?? 'The folder',
              files.map(file => ({ file, path: file.webkitRelativePath })),
            )
          }
        />
      </div>
    </div>
  )
}

interface TextSourceProps {
  readonly text: string
  readonly onChange: (text: string) => void
}

function TextSource({ text, onChange }: TextSourceProps) {
  const importing = useImporting()
  const id = useId()
  const submit = () => {
    if (text.trim() !== '') void importing.takeText(text)
  }
  return (
    <form className={styles.typed} onSubmit={event => submitted(event, submit)}>
      <label className="meta" htmlFor={id}>
        Document or cURL commands
      </label>
      <textarea
        id={id}
        className={styles.text}
        value={text}
        spellCheck={false}
        onChange={event => onChange(event.target.value)}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
        }}
      />
      <Button type="submit" variant="primary" isDisabled={text.trim() === ''} className={styles.submit}>
        Continue
      </Button>
    </form>
  )
}

interface UrlSourceProps {
  readonly url: string
  readonly onChange: (url: string) => void
}

function UrlSource({ url, onChange }: UrlSourceProps) {
  const importing = useImporting()
  const id = useId()
  const submit = () => {
    if (url.trim() !== '') void importing.takeUrl(url.trim())
  }
  return (
    <form className={styles.typed} onSubmit={event => submitted(event, submit)}>
      <label className="meta" htmlFor={id}>
        Address of the document
      </label>
      <input
        id={id}
        className={styles.input}
        value={url}
        placeholder="https://example.com/openapi.yaml"
        autoComplete="off"
        spellCheck={false}
        onChange={event => onChange(event.target.value)}
      />
      <Button type="submit" variant="primary" isDisabled={url.trim() === ''} className={styles.submit}>
        Continue
      </Button>
    </form>
  )
}

function submitted(event: FormEvent, submit: () => void): void {
  event.preventDefault()
  submit()
}
