import type { CertificateSettings } from '@parley/model'
import { type ClientCertificate, fileNameOf } from '@parley/model'
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../components/buttons/Button.tsx'
import { SelectFileButton } from '../../components/buttons/SelectFileButton.tsx'
import { Switch } from '../../components/buttons/Switch.tsx'
import { ChoiceRow, SwitchRow } from '../../components/fields/ControlRows.tsx'
import { useCertificates, useSettings } from '../../wiring/use-stores.ts'
import { readCertificateFile } from '../../workbench/request/read-certificate-file.ts'
import styles from './CertificatesPage.module.css'
import { ClientCertificateForm } from './ClientCertificateForm.tsx'

const tlsVersions = [
  { value: '1.3', label: 'TLS 1.3' },
  { value: '1.2', label: 'TLS 1.2' },
] as const

/** The trusted authorities, and the client certificates (behaviour 5.4). */
export function CertificatesPage() {
  const settings = useSettings()
  const { disableSslVerification, maxTlsVersion, clientCertificates, customCaFilePaths, exceptions } =
    useStore(settings.store, state => state.settings.certificates)
  return (
    <>
      <SwitchRow
        label="Disable SSL Verification"
        detail="Certificates are not checked. Use this only for testing."
        isSelected={disableSslVerification}
        onChange={isOff => settings.change('certificates', { disableSslVerification: isOff })}
      />
      {disableSslVerification && (
        <p className={styles.warning} role="alert">
          <TriangleAlert size={14} strokeWidth={1.75} aria-hidden="true" />
          No certificate is verified: anyone on the network path can read and change what you send.
        </p>
      )}
      <ChoiceRow
        label="Highest TLS version"
        detail="With TLS 1.2, servers can ask for a client certificate after the handshake, as some do for single paths. TLS 1.3 needs post-handshake authentication for that, which Parley does not support."
        value={maxTlsVersion}
        choices={tlsVersions}
        onChange={version => settings.change('certificates', { maxTlsVersion: version })}
      />
      <Authorities filePaths={customCaFilePaths} />
      <ClientCertificates certificates={clientCertificates} />
      {exceptions.length > 0 && <Exceptions addresses={exceptions} />}
    </>
  )
}

function Authorities({ filePaths }: { readonly filePaths: readonly string[] }) {
  const certificates = useCertificates()
  const [fault, setFault] = useState('')
  const addAuthority = async (file: File) => {
    const added = await certificates.addAuthority(await readCertificateFile(file))
    setFault(added.state === 'failed' ? `${added.sentence} ${added.nextStep}` : '')
  }
  return (
    <Group
      title="CA certificates"
      detail="Trusted in addition to the default ones. PEM."
      end={
        <SelectFileButton
          words="Add CA certificate"
          onSelect={([file]) => file !== undefined && void addAuthority(file)}
        />
      }
    >
      {filePaths.map(path => (
        <Entry
          key={path}
          name={fileNameOf(path)}
          onRemove={() => void certificates.remove({ filePath: path })}
        />
      ))}
      {fault !== '' && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
    </Group>
  )
}

interface ClientCertificatesProps {
  readonly certificates: CertificateSettings['clientCertificates']
}

function ClientCertificates({ certificates }: ClientCertificatesProps) {
  const settings = useSettings()
  const { remove } = useCertificates()
  return (
    <Group title="Client certificates" detail="Sent to these hosts when they ask for a certificate.">
      {certificates.map((certificate, index) => (
        <Entry
          key={keyPathOf(certificate)}
          name={certificate.domain}
          detail={fileNameOf(certificatePathOf(certificate))}
          onRemove={() => void remove({ filePath: keyPathOf(certificate) })}
        >
          <Switch
            label={`Use for ${certificate.domain}`}
            isSelected={certificate.enabled}
            onChange={enabled =>
              settings.change('certificates', {
                clientCertificates: certificates.map((one, at) => (at === index ? { ...one, enabled } : one)),
              })
            }
          />
        </Entry>
      ))}
      <ClientCertificateForm />
    </Group>
  )
}

/** The servers that the user trusts whatever their certificates say. */
function Exceptions({ addresses }: { readonly addresses: readonly string[] }) {
  const settings = useSettings()
  const remove = (address: string) =>
    settings.change('certificates', { exceptions: addresses.filter(one => one !== address) })
  return (
    <Group title="Exceptions" detail="Servers that are trusted without verification.">
      {addresses.map(address => (
        <Entry key={address} name={address} onRemove={() => remove(address)} />
      ))}
    </Group>
  )
}

function certificatePathOf(certificate: ClientCertificate): string {
  return certificate.type === 'pem' ? certificate.certificateFilePath : certificate.pkcs12FilePath
}

function keyPathOf(certificate: ClientCertificate): string {
  return certificate.type === 'pem' ? certificate.privateKeyFilePath : certificate.pkcs12FilePath
}

interface GroupProps {
  readonly title: string
  readonly detail: string
  readonly end?: ReactNode
  readonly children: ReactNode
}

function Group({ title, detail, end, children }: GroupProps) {
  return (
    <section className={styles.group} aria-label={title}>
      <div className={styles.head}>
        <div className={styles.words}>
          <h3 className={styles.title}>{title}</h3>
          <p className={styles.detail}>{detail}</p>
        </div>
        {end}
      </div>
      {children}
    </section>
  )
}

interface EntryProps {
  readonly name: string
  readonly detail?: string
  readonly onRemove: () => void
  readonly children?: ReactNode
}

function Entry({ name, detail, onRemove, children }: EntryProps) {
  return (
    <div className={styles.entry}>
      <span className="cut code">{name}</span>
      {detail !== undefined && <span className={styles.detail}>{detail}</span>}
      <span className={styles.end}>
        {children}
        <Button size="small" aria-label={`Remove ${name}`} onPress={onRemove}>
          Remove
        </Button>
      </span>
    </div>
  )
}
