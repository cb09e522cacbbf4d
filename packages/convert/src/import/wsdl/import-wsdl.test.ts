import type { HttpRequest } from '@parley/model'
import { describe, expect, test } from 'vitest'
import { importDocument } from '../import-document.ts'
import { importFiles } from '../import-files.ts'
import { expectValidEntities, httpRequestsIn } from '../imported.testkit.ts'
import type { Imported } from '../imported.ts'

const namespaces = [
  'xmlns="http://schemas.xmlsoap.org/wsdl/"',
  'xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"',
  'xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/"',
  'xmlns:x="http://www.w3.org/2001/XMLSchema"',
  'xmlns:w="urn:w" xmlns:a="urn:a" xmlns:b="urn:b"',
].join(' ')

/** What the parts of a description are, where a test has no others. */
interface Service {
  readonly types?: string
  readonly messages?: string
  readonly operations?: string
  readonly style?: string
  readonly action?: string
  readonly input?: string
  readonly soap?: 'soap' | 'soap12'
}

function service({
  types = '',
  messages = '<message name="In"><part name="p" element="a:Root"/></message>',
  operations = '<operation name="Do"><input message="w:In"/></operation>',
  style = 'document',
  action = 'urn:do',
  soap = 'soap',
  input = `<${soap}:body use="literal"/>`,
}: Service): string {
  return [
    `<definitions name="W" targetNamespace="urn:w" ${namespaces}>`,
    `<types>${types}</types>${messages}<portType name="P">${operations}</portType>`,
    `<binding name="B" type="w:P"><${soap}:binding style="${style}" transport="http://schemas.xmlsoap.org/soap/http"/>`,
    `<operation name="Do"><${soap}:operation soapAction="${action}"/><input>${input}</input></operation></binding>`,
    `<service name="S"><port name="Port" binding="w:B"><${soap}:address location="http://a.test/s"/></port></service>`,
    '</definitions>',
  ].join('\n')
}

const schema = (letter: string, content: string, attributes = 'elementFormDefault="qualified"') =>
  `<x:schema targetNamespace="urn:${letter}" ${attributes}>${content}</x:schema>`

/** A schema with an element `Root` that contains these declarations. */
const root = (content: string, others = '', attributes?: string) =>
  schema(
    'a',
    `<x:element name="Root"><x:complexType>${content}</x:complexType></x:element>${others}`,
    attributes,
  )

function requestOf(imported: Imported | undefined): HttpRequest {
  const [request] = httpRequestsIn(imported?.collections[0]?.items ?? [])
  if (request === undefined) throw new Error('There is no request.')
  return request
}

const lossesOf = (imported: Imported | undefined) =>
  imported?.report.losses.map(one => `${one.code} ${one.subject}`)

function read(text: string) {
  const result = importDocument(new TextEncoder().encode(text))
  if (!result.ok) throw new Error(result.failure.code)
  expectValidEntities(result.value)
  return { request: requestOf(result.value), losses: lossesOf(result.value) }
}

/** Returns the lines of an envelope without its outermost elements and without indents, on one line. */
function inner({ body }: HttpRequest): string {
  const text = body.type === 'raw' ? body.text : ''
  return text
    .split('\n')
    .slice(1, -1)
    .map(line => line.trim())
    .join('')
    .replace(/^<soap:Body>|<\/soap:Body>$/g, '')
}

const sample = (types: string) => inner(read(service({ types })).request)

describe('a sampled element', () => {
  test.each([
    [
      'local elements without a namespace',
      root('<x:sequence><x:element name="e" type="x:int"/></x:sequence>', '', ''),
      '<a:Root><e>0</e></a:Root>',
    ],
    [
      'local elements with the namespace of their schema',
      root('<x:sequence><x:element name="e" type="x:string"/></x:sequence>'),
      '<a:Root><a:e>?</a:e></a:Root>',
    ],
    [
      'a form that differs from that of the schema',
      root(
        '<x:sequence><x:element name="e" form="unqualified"/></x:sequence><x:attribute name="q" form="qualified"/>',
      ),
      '<a:Root a:q="?"><e/></a:Root>',
    ],
    [
      'types and elements of another schema, of which some have the same names',
      root(
        '<x:sequence><x:element name="e" type="b:T"/><x:element ref="b:Root"/><x:element name="f" type="a:T"/></x:sequence>',
        '<x:complexType name="T"><x:sequence><x:element name="t" type="x:int"/></x:sequence></x:complexType>',
      ) +
        schema(
          'b',
          '<x:element name="Root" type="x:boolean"/><x:complexType name="T"><x:sequence><x:element name="u" type="x:date"/></x:sequence></x:complexType>',
          '',
        ),
      '<a:Root><a:e><u>2026-01-31</u></a:e><b:Root>true</b:Root><a:f><a:t>0</a:t></a:f></a:Root>',
    ],
    [
      'attributes, required or not, with their values',
      root(
        '<x:attribute name="r" use="required" type="x:int"/><x:attribute name="o"/><x:attribute name="d" default="D"/><x:attribute name="f" fixed="&lt;&quot;"/><x:attribute name="n" use="prohibited"/><x:attribute ref="b:g"/><x:attributeGroup ref="a:G"/>',
        '<x:attributeGroup name="G"><x:attribute name="k" type="a:K"/></x:attributeGroup><x:simpleType name="K"><x:restriction base="x:string"><x:enumeration value="NEW"/><x:enumeration value="OLD"/></x:restriction></x:simpleType>',
      ) + schema('b', '<x:attribute name="g" type="x:boolean"/>'),
      '<a:Root r="0" o="?" d="D" f="&lt;&quot;" b:g="true" k="NEW"/>',
    ],
    [
      'simple content with attributes',
      root(
        '<x:simpleContent><x:extension base="a:M"><x:attribute name="v"/></x:extension></x:simpleContent>',
        '<x:complexType name="M"><x:simpleContent><x:extension base="x:decimal"><x:attribute name="cur" use="required"/></x:extension></x:simpleContent></x:complexType>',
      ),
      '<a:Root cur="?" v="?">0</a:Root>',
    ],
    [
      'the first value of an enumeration, also in lists and unions',
      root(
        '<x:sequence><x:element name="l"><x:simpleType><x:list itemType="a:K"/></x:simpleType></x:element><x:element name="u"><x:simpleType><x:union memberTypes="a:K2 x:int"/></x:simpleType></x:element><x:element name="i"><x:simpleType><x:restriction base="x:int"/></x:simpleType></x:element></x:sequence>',
        '<x:simpleType name="K"><x:restriction base="x:string"><x:enumeration value="A&amp;B"/></x:restriction></x:simpleType><x:simpleType name="K2"><x:restriction base="a:K"/></x:simpleType>',
      ),
      '<a:Root><a:l>A&amp;B</a:l><a:u>A&amp;B</a:u><a:i>0</a:i></a:Root>',
    ],
    [
      'the first branch of a choice',
      root(
        '<x:sequence><x:choice><x:element name="e"/><x:element ref="a:f---f"/><x:sequence><x:element name="g"/><x:element name="h"/></x:sequence><x:any/></x:choice><x:any/></x:sequence>',
        '<x:element name="f---f"/>',
      ),
      '<a:Root><!-- One of: e, f- - -f, g h, any element --><a:e/></a:Root>',
    ],
    [
      'elements of groups and base types in their order, without those that cannot be there',
      root(
        '<x:complexContent><x:extension base="a:T"><x:sequence><x:group ref="a:G"/><x:element name="n" maxOccurs="0"/></x:sequence></x:extension></x:complexContent>',
        '<x:group name="G"><x:sequence><x:element name="g" fixed="1"/></x:sequence></x:group><x:complexType name="T"><x:all><x:element name="t" minOccurs="0"/></x:all><x:attribute name="v"/></x:complexType>',
      ),
      '<a:Root v="?"><a:t/><a:g>1</a:g></a:Root>',
    ],
    [
      'only the elements of a restriction, and the attributes of its base type',
      root(
        '<x:complexContent><x:restriction base="a:T"><x:sequence><x:element name="r"/></x:sequence></x:restriction></x:complexContent>',
        '<x:complexType name="T"><x:sequence><x:element name="t"/></x:sequence><x:attribute name="v"/></x:complexType>',
      ),
      '<a:Root v="?"><a:r/></a:Root>',
    ],
    [
      'what can be used instead of an abstract element or type',
      root(
        '<x:sequence><x:element ref="a:H"/><x:element name="t" type="a:T"/></x:sequence>',
        '<x:element name="H" abstract="true" type="x:int"/><x:element name="M" substitutionGroup="a:H"/><x:complexType name="T" abstract="true"/><x:complexType name="D"><x:complexContent><x:extension base="a:T"><x:sequence><x:element name="d"/></x:sequence></x:extension></x:complexContent></x:complexType>',
      ),
      '<a:Root><a:M>0</a:M><a:t xsi:type="a:D"><a:d/></a:t></a:Root>',
    ],
    [
      'no optional element that leads back to its own type, and an empty required one',
      root(
        '<x:sequence><x:element name="n" type="a:N"/></x:sequence>',
        '<x:complexType name="N"><x:sequence><x:element name="o" type="a:N" minOccurs="0"/><x:element name="r" type="a:N"/></x:sequence></x:complexType>',
      ),
      '<a:Root><a:n><a:r/></a:n></a:Root>',
    ],
  ])('has %s', (_what, types, expected) => {
    const { request, losses } = read(service({ types }))
    expect(inner(request)).toBe(expected)
    expect(losses).toEqual([])
  })

  test('says where it ends, if it is too deep', () => {
    const nested = ['b', 'c', 'd', 'e', 'f'].reduceRight(
      (inner, name) =>
        `<x:sequence><x:element name="${name}"><x:complexType>${inner}</x:complexType></x:element><x:element name="${name}2"/></x:sequence>`,
      '',
    )
    expect(sample(root(nested))).toBe(
      '<a:Root><a:b><a:c><a:d><a:e><!-- More elements are possible here --></a:e><a:e2/></a:d><a:d2/></a:c><a:c2/></a:b><a:b2/></a:Root>',
    )
  })

  test('declares the prefixes that it uses, as the description does', () => {
    const { body } = read(
      service({
        types:
          root('<x:sequence><x:element ref="c:e" xmlns:c="urn:c"/><x:element ref="b:e"/></x:sequence>') +
          schema('b', '<x:element name="e"/>') +
          schema('c', '<x:element name="e"/>'),
      }),
    ).request
    const head = body.type === 'raw' ? body.text.split('\n')[0] : ''
    expect(head).toBe(
      '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:a="urn:a" xmlns:ns1="urn:c" xmlns:b="urn:b">',
    )
  })
})

const element = root('<x:sequence><x:element name="e"/></x:sequence>')

describe('a message', () => {
  test('of SOAP 1.1 has its action in a header', () => {
    const { headers } = read(service({ types: element })).request
    expect(headers.map(one => `${one.name}: ${one.value}`)).toEqual([
      'Content-Type: text/xml; charset=utf-8',
      'SOAPAction: "urn:do"',
    ])
  })

  test.each([
    ['urn:do', '; action="urn:do"'],
    ['', ''],
  ])('of SOAP 1.2 has its action %s in the Content-Type', (action, parameter) => {
    const { headers, body } = read(service({ types: element, action, soap: 'soap12' })).request
    expect(headers.map(one => `${one.name}: ${one.value}`)).toEqual([
      `Content-Type: application/soap+xml; charset=utf-8${parameter}`,
    ])
    expect(body).toMatchObject({ text: expect.stringContaining('"http://www.w3.org/2003/05/soap-envelope"') })
  })

  const parts = '<message name="In"><part name="x" type="x:int"/><part name="k" type="a:K"/></message>'
  const kind = schema(
    'a',
    '<x:simpleType name="K"><x:restriction base="x:string"><x:enumeration value="NEW"/></x:restriction></x:simpleType>',
  )

  test.each([
    ['<soap:body use="literal" namespace="urn:b"/>', '<b:Do><x>0</x><k>NEW</k></b:Do>'],
    ['<soap:body use="literal"/>', '<w:Do><x>0</x><k>NEW</k></w:Do>'],
    ['<soap:body use="literal" parts="k"/>', '<w:Do><k>NEW</k></w:Do>'],
    [
      '<soap:body use="encoded"/>',
      '<w:Do soap:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"><x>0</x><k>NEW</k></w:Do>',
    ],
  ])('of the style rpc with %s has a wrapper and parts without a namespace', (input, expected) => {
    const { request, losses } = read(service({ types: kind, messages: parts, style: 'rpc', input }))
    expect([inner(request), losses]).toEqual([expected, []])
  })

  test('of the style document can have a type', () => {
    const types = schema(
      'a',
      '<x:complexType name="T"><x:sequence><x:element name="t"/></x:sequence></x:complexType>',
    )
    const messages = '<message name="In"><part name="p" type="a:T"/></message>'
    expect(inner(read(service({ types, messages })).request)).toBe('<a:t/>')
  })

  test('has headers', () => {
    const messages =
      '<message name="In"><part name="p" element="a:Root"/></message><message name="H"><part name="o" element="b:O"/><part name="h" element="b:Auth"/></message>'
    const types = element + schema('b', '<x:element name="Auth" type="x:string"/><x:element name="O"/>')
    const input = '<soap:header message="w:H" part="h" use="literal"/><soap:body use="literal"/>'
    expect(inner(read(service({ types, messages, input })).request)).toBe(
      '<soap:Header><b:Auth>?</b:Auth></soap:Header><soap:Body><a:Root><a:e/></a:Root>',
    )
  })

  test('is that of the operation with the same input, if several have one name', () => {
    const operations =
      '<operation name="Do"><input name="one" message="w:No"/></operation><operation name="Do"><input name="two" message="w:In"/></operation>'
    const text = service({ types: element, operations }).replace('<input><soap', '<input name="two"><soap')
    expect(inner(read(text).request)).toBe('<a:Root><a:e/></a:Root>')
  })

  test.each([
    [{ types: schema('a', '') }, 'the element Root of urn:a'],
    [{ types: root('<x:sequence><x:element ref="b:Gone"/></x:sequence>') }, 'the element Gone of urn:b'],
    [{ types: root('<x:sequence><x:element name="e" type="a:T"/></x:sequence>') }, 'the type T of urn:a'],
    [{ types: root('<x:attribute ref="a:r"/>') }, 'the attribute r of urn:a'],
    [{ messages: '' }, 'the message In of urn:w'],
    [{ operations: '' }, 'the operation Do'],
    [
      { types: root(''), input: '<soap:header message="w:In" part="no"/><soap:body use="literal"/>' },
      'the part no',
    ],
  ])('with %o is not empty in silence', (parts, subject) => {
    expect(read(service(parts)).losses).toEqual([`REFERENCE_NOT_FOUND ${subject}`])
  })

  test('without parts is empty', () => {
    const { request, losses } = read(service({ messages: '<message name="In"/>' }))
    expect([inner(request), losses]).toEqual(['', []])
  })
})

describe('a description of several files', () => {
  const file = (path: string, text: string) => ({ path, bytes: new TextEncoder().encode(text) })
  const xsd = (content: string, attributes = 'targetNamespace="urn:a" elementFormDefault="qualified"') =>
    `<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:a="urn:a" xmlns:b="urn:b" ${attributes}>${content}</x:schema>`
  const imports = (location: string) =>
    `<x:schema><x:import namespace="urn:a" schemaLocation="${location}"/></x:schema>`
  const main = service({ types: imports('../xsd/a.xsd') })
  const open = (...files: readonly (readonly [path: string, text: string])[]) => {
    const { parts, refused } = importFiles(files.map(([path, text]) => file(path, text)))
    const [part] = parts
    return {
      body: inner(requestOf(part)),
      losses: lossesOf(part),
      refused: refused.map(one => one.path),
      parts: parts.length,
    }
  }
  const whole = { losses: [], refused: [], parts: 1 }

  test('has the schemas that it imports and includes, with cycles', () => {
    const a = xsd(
      '<x:include schemaLocation="./inc/same.xsd"/><x:import namespace="urn:b" schemaLocation="b.xsd"/><x:element name="Root" type="a:T"/>',
    )
    const same = xsd(
      '<x:include schemaLocation="../a.xsd"/><x:include schemaLocation="none.xsd"/><x:complexType name="T"><x:sequence><x:element ref="b:e"/><x:element name="n" type="a:N"/></x:sequence></x:complexType>',
    )
    const none = xsd(
      '<x:complexType name="N"><x:sequence><x:element name="o" type="O"/></x:sequence></x:complexType><x:simpleType name="O"><x:restriction base="x:int"/></x:simpleType>',
      'elementFormDefault="qualified"',
    )
    const b = xsd(
      '<x:import namespace="urn:a" schemaLocation="a.xsd"/><x:element name="e" type="x:int"/>',
      'targetNamespace="urn:b"',
    )
    expect(
      open(
        ['w/s.wsdl', main],
        ['xsd/a.xsd', a],
        ['xsd/b.xsd', b],
        ['xsd/inc/same.xsd', same],
        ['xsd/inc/none.xsd', none],
      ),
    ).toEqual({ ...whole, body: '<a:Root><b:e>0</b:e><a:n><a:o>0</a:o></a:n></a:Root>' })
  })

  test('has the parts of descriptions that it imports', () => {
    const [head = '', rest = ''] = service({ types: imports('a.xsd') }).split('<binding')
    const abstract = `${head}</definitions>`
    const concrete = `<definitions targetNamespace="urn:w" ${namespaces}><import namespace="urn:w" location="parts.wsdl"/><binding${rest}`
    expect(
      open(['a.xsd', xsd('<x:element name="Root"/>')], ['parts.wsdl', abstract], ['s.wsdl', concrete]),
    ).toEqual({ ...whole, body: '<a:Root/>' })
  })

  test.each([
    '../xsd/gone.xsd',
    '../../outside.xsd',
    'http://127.0.0.1:1/a.xsd',
    '/etc/passwd',
    '..\\xsd\\a.xsd',
  ])('does not look up %s, and the report names it', location => {
    const opened = open(
      ['w/s.wsdl', service({ types: imports(location) })],
      ['xsd/a.xsd', xsd('<x:element name="Root"/>')],
    )
    expect(opened).toEqual({
      body: '',
      losses: [`REFERENCE_NOT_FETCHED ${location}`, 'REFERENCE_NOT_FOUND the element Root of urn:a'],
      refused: ['xsd/a.xsd'],
      parts: 1,
    })
  })

  test('that is alone names what it lacks', () => {
    expect(read(main).losses).toEqual([
      'REFERENCE_NOT_FETCHED ../xsd/a.xsd',
      'REFERENCE_NOT_FOUND the element Root of urn:a',
    ])
  })
})

describe('hostile schemas are bounded (attacks IM6)', () => {
  const many = Array.from({ length: 10_000 }, (_, at) => at)
  const numbers = many.slice(0, 2000)
  test.each([
    [
      'types in types',
      many.map(
        at =>
          `<x:complexType name="T${at}"><x:sequence><x:element name="e" type="a:T${at + 1}"/></x:sequence></x:complexType>`,
      ),
    ],
    [
      'types that double',
      numbers.map(
        at =>
          `<x:complexType name="T${at}"><x:sequence><x:element name="e" type="a:T${at + 1}"/><x:element name="f" type="a:T${at + 1}"/></x:sequence></x:complexType>`,
      ),
    ],
    [
      'base types',
      numbers.map(
        at =>
          `<x:complexType name="T${at}"><x:complexContent><x:extension base="a:T${at + 1}"/></x:complexContent></x:complexType>`,
      ),
    ],
    [
      'simple types',
      numbers.map(at => `<x:simpleType name="T${at}"><x:restriction base="a:T${at + 1}"/></x:simpleType>`),
    ],
    [
      'groups',
      numbers.map(
        at =>
          `<x:group name="T${at}"><x:sequence><x:group ref="a:T${at + 1}"/><x:group ref="a:T${at + 1}"/></x:sequence></x:group>`,
      ),
    ],
    [
      'substitutes',
      numbers.map(at => `<x:element name="T${at}" abstract="true" substitutionGroup="a:T${at + 1}"/>`),
    ],
    [
      'elements',
      [
        '<x:complexType name="T0"><x:sequence>',
        ...numbers.map(at => `<x:element name="e${at}"/>`),
        '</x:sequence></x:complexType>',
      ],
    ],
    [
      'attributes',
      [
        '<x:complexType name="T0">',
        ...numbers.map(at => `<x:attributeGroup ref="a:G"/><x:attribute name="a${at}"/>`),
        '</x:complexType>',
      ],
    ],
  ])('%s', (_what, declarations) => {
    const types = root(
      '<x:sequence><x:element name="t" type="a:T0"/><x:group ref="a:T0"/><x:element ref="a:T0"/></x:sequence>',
      declarations.join(''),
    )
    expect(sample(types).length).toBeLessThan(400_000)
  })
})
