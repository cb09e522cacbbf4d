import { useState } from 'react'
import { Button } from '../../components/buttons/Button.tsx'
import { SegmentedControl } from '../../components/buttons/SegmentedControl.tsx'
import { SelectFileButton } from '../../components/buttons/SelectFileButton.tsx'
import { FormRow, TextSetting } from '../../components/fields/TextSetting.tsx'
import { describeCallError } from '../../server-client/describe-error.ts'
import { useCertificates } from '../../wiring/use-stores.ts'
import {
  type CertificateFiles,
  readClientCertificate,
} from '../../workbench/request/read-certificate-file.ts'
import styles from './CertificatesPage.module.css'

const noFiles: CertificateFiles = { certificate: null, privateKey: null, pkcs12: null }

/** A form for a new client certificate. Nothing is stored until it is valid. */
export function ClientCertificateForm() {
  const { domain, setDomain, type, setType, files, setFiles, passphrase, setPassphrase, fault, add } =
    useNewCertificate()
  const fileRow = (label: string, name: keyof CertificateFiles) => (
    <FileRow label={label} file={files[name]} onSelect={file => setFiles({ ...files, [name]: file })} />
  )
  return (
    <>
      <TextSetting
        label="Host"
        value={domain}
        placeholder="api.example.com, or api.example.com:8443"
        isCode
        onChange={setDomain}
      />
      <FormRow label="Format">
        <SegmentedControl
          label="Format"
          value={type}
          choices={[
            { value: 'pem', label: 'PEM' },
            { value: 'pkcs12', label: 'PFX' },
          ]}
          onChange={setType}
        />
      </FormRow>
      {type === 'pem' ? (
        <>
          {fileRow('Certificate', 'certificate')}
          {fileRow('Private key', 'privateKey')}
        </>
      ) : (
        fileRow('PFX file', 'pkcs12')
      )}
      <TextSetting
        label="Passphrase"
        value={passphrase}
        placeholder="Optional"
        hint="Kept encrypted, like the files"
        isSecret
        onChange={setPassphrase}
      />
      <FormRow label="">
        <Button variant="outlined" onPress={() => void add()}>
          Add client certificate
        </Button>
      </FormRow>
      {fault !== '' && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
    </>
  )
}

/** What is typed and selected, and what adds it. */
function useNewCertificate() {
  const certificates = useCertificates()
  const [domain, setDomain] = useState('')
  const [type, setType] = useState<'pem' | 'pkcs12'>('pem')
  const [files, setFiles] = useState(noFiles)
  const [passphrase, setPassphrase] = useState('')
  const [fault, setFault] = useState('')
  const add = async () => {
    const given = await readClientCertificate(type, files, { domain, passphrase })
    if (given === null) return setFault('Select the files of the certificate.')
    try {
      const added = await certificates.addClient(given)
      if (added.state === 'failed') return setFault(`${added.sentence} ${added.nextStep}`)
      setDomain('')
      setFiles(noFiles)
      setPassphrase('')
      setFault('')
    } catch (error) {
      setFault(describeCallError(error))
    }
  }
  return { domain, setDomain, type, setType, files, setFiles, passphrase, setPassphrase, fault, add }
}

interface FileRowProps {
  readonly label: string
  readonly file: File | null
  readonly onSelect: (file: File) => void
}

function FileRow({ label, file, onSelect }: FileRowProps) {
  return (
    <FormRow label={label}>
      <div className={styles.files}>
        <SelectFileButton
          words={`Select ${label.toLowerCase().replace('pfx', 'PFX')}`}
          onSelect={([selected]) => selected !== undefined && onSelect(selected)}
        />
        <span className="cut code">{file?.name ?? ''}</span>
      </div>
    </FormRow>
  )
}
