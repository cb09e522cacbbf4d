import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import { useAppModel } from '../../app-model.ts'
import { Button } from '../../components/Button.tsx'
import { SegmentedControl } from '../../components/SegmentedControl.tsx'
import { SelectFileButton } from '../../components/SelectFileButton.tsx'
import styles from './SourceForm.module.css'

const sources = [
  { value: 'files', label: 'Files' },
  { value: 'text', label: 'Paste' },
  { value: 'url', label: 'URL' },
] as const

type SourceKind = (typeof sources)[number]['value']

/** Where an import comes from. */
export function SourceForm() {
  const [kind, setKind] = useState<SourceKind>('files')
  return (
    <div className={styles.form}>
      <SegmentedControl label="Source" value={kind} choices={sources} onChange={setKind} />
      {kind === 'files' && <FilesSource />}
      {kind === 'text' && <TextSource />}
      {kind === 'url' && <UrlSource />}
      <p className={styles.hint}>
        Postman, Bruno, OpenCollection, Insomnia, Hoppscotch, Thunder Client, HAR, OpenAPI, WSDL, GraphQL,
        cURL. Scripts come along as they are; nothing is run, and nothing that a document refers to is
        fetched.
      </p>
    </div>
  )
}

function FilesSource() {
  const { importing } = useAppModel()
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

function TextSource() {
  const { importing } = useAppModel()
  const [text, setText] = useState('')
  const id = useId()
  const submit = () => {
    if (text.trim() !== '') void importing.takeText(text)
  }
  return (
    <form className={styles.typed} onSubmit={event => submitted(event, submit)}>
      <label className={styles.label} htmlFor={id}>
        Document or cURL commands
      </label>
      <textarea
        id={id}
        className={styles.text}
        value={text}
        spellCheck={false}
        onChange={event => setText(event.target.value)}
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

function UrlSource() {
  const { importing } = useAppModel()
  const [url, setUrl] = useState('')
  const id = useId()
  const submit = () => {
    if (url.trim() !== '') void importing.takeUrl(url.trim())
  }
  return (
    <form className={styles.typed} onSubmit={event => submitted(event, submit)}>
      <label className={styles.label} htmlFor={id}>
        Address of the document
      </label>
      <input
        id={id}
        className={styles.input}
        value={url}
        placeholder="https://example.com/openapi.yaml"
        autoComplete="off"
        spellCheck={false}
        onChange={event => setUrl(event.target.value)}
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
