import type { CallFacts } from '../calls/call-facts.ts'
import { CHARACTER, opened, quoted, SLASHES, STARS } from '../calls/lexicon.ts'

export const javaCalls: CallFacts = {
  lexicon: {
    lineComments: SLASHES,
    blockComments: STARS,
    name: /[A-Za-z_$\u00a1-\uffff][\w$\u00a1-\uffff]*/y,
    signs: ['...', '>>>', '->', '::', '==', '!=', '<=', '>=', '&&', '||', '+=', '-=', '++', '--'],
    strings: [opened(/"""/y, { close: () => '"""' }), quoted('"', { isOneLine: true }), CHARACTER],
  },
  members: ['.', '::'],
  joins: ['+'],
  commands: {
    lineOrWords: 'Runtime.getRuntime().exec .exec',
    words: 'CommandLine.parse CommandLine',
    builder: 'ProcessBuilder',
  },
  adders: '.command .add .addAll',
  calls: {
    evaluate:
      '.eval GroovyShell().evaluate .evaluate .parseExpression Ognl.getValue Ognl.setValue Ognl.parseExpression MVEL.eval .findValue .createValueExpression .createMethodExpression OgnlUtil.getValue ReflectionProvider.getValue .evaluateExpression TextParseUtil.translateVariables .findString .getLiteralTemplate .compileTemplate GroovyShell().parse .parseClass Eval.me Eval.x MVEL.compileExpression MVEL.executeExpression MVEL.evalToString AviatorEvaluator.execute AviatorEvaluator.compile ExpressionEvaluator().cook ScriptEvaluator().cook SimpleCompiler().cook .runScriptlet PythonInterpreter().exec .evaluateString .compileString .buildConstraintViolationWithTemplate TemplateEngine().process SpringTemplateEngine().process StringSubstitutor.createInterpolator().replace .evaluateReader',
    deleteTree:
      'FileUtils.deleteDirectory FileUtils.forceDelete FileUtils.cleanDirectory FileUtils.deleteQuietly FileSystemUtils.deleteRecursively MoreFiles.deleteRecursively',
    deleteFile: 'Files.delete Files.deleteIfExists File().delete Path.of().toFile().delete File().deleteOnExit',
    writeFile:
      'FileWriter FileOutputStream PrintWriter Files.write Files.writeString Files.newBufferedWriter Files.newOutputStream RandomAccessFile PrintStream',
    writeSecond: 'Files.copy Files.move Files.createSymbolicLink',
    readFile:
      'ActionForward .getRequestDispatcher ModelAndView .setViewName File Paths.get Path.of FileUtils.readFileToString FileUtils.openInputStream FileReader FileInputStream Files.readString Files.readAllBytes Files.readAllLines Files.lines Files.newBufferedReader Files.newInputStream Files.list Files.walk',
    unpack: 'ZipEntry',
    connect: 'Socket SocketChannel.open',
    send: '.openConnection URL URI.create HttpRequest.newBuilder().uri HttpPost HttpGet .postForObject .getForObject .target .exchange Jsoup.connect .url WebClient.create Unirest.get Request.Get Request.Post',
    native:
      'System.load System.loadLibrary Runtime.getRuntime().load Runtime.getRuntime().loadLibrary Native.load Native.loadLibrary SymbolLookup.libraryLookup Unsafe.getUnsafe',
    deserialise:
      '.readObject .readUnshared XMLDecoder XStream().fromXML .fromXML .enableDefaultTyping SerializationUtils.deserialize Yaml().load .readClassAndObject Hessian2Input().readObject Yaml().loadAs Yaml().loadAll .readObjectFromStream FSTConfiguration.createDefaultConfiguration().asObject',
    loadModule:
      'Class.forName .loadClass URLClassLoader URLClassLoader.newInstance .defineClass InitialContext().lookup InitialDirContext().lookup InitialContext.doLookup JndiTemplate().lookup JMXServiceURL',
    query:
      'SelectRequest .withSelectExpression .executeQuery .executeUpdate .execute .prepareStatement .createQuery .createNativeQuery .createStatement().executeQuery .queryForList .queryForObject .addBatch .prepareCall .nativeQuery .newQuery .setFilter .setOrdering .rawQuery .execSQL .batchUpdate .queryForMap .queryForInt .queryForLong .queryForRowSet .query .update PreparedStatementCreatorFactory .createSQLQuery BasePeer.executeQuery .executeStatement .executeLargeUpdate .rowset .preparedQuery Restrictions.sqlRestriction .fetch .resultQuery .sqlQuery .nativeSQL .setGrouping .appendWhere .rawQueryWithFactory .queryWithFactory .compileStatement .updateWithOnConflict .buildQuery DatabaseUtils.longForQuery DatabaseUtils.stringForQuery BasicDBObject.parse Document.parse BsonDocument.parse .queryForStream .createSqlQuery',
    weakHash:
      'DigestUtils.md5Hex DigestUtils.md5 DigestUtils.sha1Hex Hashing.md5 Hashing.sha1 DigestUtils.sha1 DigestUtils.getMd5Digest DigestUtils.getSha1Digest',
    weakCipher: 'NullCipher',
    readXml:
      'DocumentBuilderFactory.newInstance SAXParserFactory.newInstance XMLInputFactory.newInstance XMLInputFactory.newFactory TransformerFactory.newInstance XMLReaderFactory.createXMLReader SAXReader SAXBuilder SAXTransformerFactory.newInstance SchemaFactory.newInstance .newSAXParser .newTransformer Digester',
    password:
      'DriverManager.getConnection .setPassword .password PBEKeySpec SecretKeySpec Algorithm.HMAC256 Algorithm.HMAC384 Algorithm.HMAC512 PasswordAuthentication KerberosKey UsernamePasswordCredentials DESKeySpec DESedeKeySpec RSAPrivateKeySpec PKCS8EncodedKeySpec .addIdentity KeyStore.PasswordProtection PKCS12 .signWith .setSigningKey .verifyWith KeyStore.getInstance().load',
    directory:
      '.compile .selectNodes .selectSingleNode XPathAPI.selectNodeList XPathAPI.selectNodeIterator XPathAPI.eval XPathAPI.evaluate LdapName LdapQueryBuilder.query().filter .evaluate .search .lookup .list .listBindings .searchSpec .authenticate InitialDirContext().search',
    weakRandom: 'Random Math.random',
    formatText: 'String.format .printf .format',
  },
  sources: {
    foreign:
      'args argv request req .getParameter .getHeader .getQueryString .getCookies .nextLine .readLine .getInputStream System.in .next .getParameterValues .getPathInfo .getParameterMap .getRequestURI .getValue System.console .getReader .getTheParameter .getTheValue .getOriginalFilename .getSubmittedFileName .getStringExtra .getQueryParameter',
    environment: 'System.getenv System.getProperty',
    network: '.openStream .openConnection HttpClient .body Socket',
    clean:
      'Integer.parseInt Long.parseLong Integer.valueOf ESAPI.encoder Integer Double.parseDouble .hashCode Encode.forHtml UUID.fromString .length',
  },
  pure: {
    same: 'String String.valueOf .toString .trim .toCharArray Path.of Paths.get File Path .toPath .toFile .strip .intern StringBuilder StringBuffer .getBytes .clone .toArray',
    concatArguments: '.concat .append',
    joinBlank: 'String.join',
    format: 'String.format .formatted MessageFormat.format',
    list: 'ArrayList LinkedList List.of Arrays.asList Set.of Stream.of Collections.singletonList ImmutableList.of',
    base64:
      'Base64.getDecoder().decode Base64.decodeBase64 Base64.getUrlDecoder().decode DatatypeConverter.parseBase64Binary Base64.getMimeDecoder().decode',
    hex: 'HexFormat.of().parseHex Hex.decodeHex DatatypeConverter.parseHexBinary',
    reverse: '.reverse',
    decoded: 'GZIPInputStream InflaterInputStream',
  },
  constantPasswords:
    /"[^"\n]{3,80}"\s{0,3}\.toCharArray\(\)(?<=\b(?:load|store|getKey|setKeyEntry|setEntry|init|unlock|KerberosKey)\([^;]{0,300})/g,
  admitsStatements: /@(?:Select|Update|Insert|Delete)\(\s*"[^"]{0,600}\$\{/g,
  dispatchers: 'getMethod getDeclaredMethod invokeMethod',
  callers: '.getMethod .getDeclaredMethod',
  foreignParameters:
    /@(?:\w{1,40}\.){0,8}(?:PathParam|QueryParam|FormParam|HeaderParam|CookieParam|MatrixParam|RequestParam|PathVariable|RequestBody|RequestHeader|CookieValue|RequestPart|MatrixVariable|QueryValue)\b(?:\s*\([^()]{0,200}\))?\s+(?:final\s+)?[\w.]{1,80}(?:<[\w<>., ?]{1,80}>)?(?:\[\])?\s+(\w{1,60})\s*[,)]/g,
  admitsObjects:
    /@JsonTypeInfo\(\s*use\s*=\s*(?:\w+\.){0,2}(?:CLASS|MINIMAL_CLASS)|setAutoTypeSupport\(\s*true|setEnabledForExtensions\(\s*true|setRegistrationRequired\(\s*false|activateDefaultTyping\(|setReturningObjFlag\(\s*true|new\s+SearchControls\([^;()]{1,200},\s*true\s*,\s*(?:true|false)\s*\)|\(ObjectMessage\)|\binterface\s+\w{1,80}\s+extends\s+(?:java\.rmi\.)?Remote\b[^}]{0,2000}?\(\s*(?:final\s+)?(?!String\b|Integer\b|Long\b|Boolean\b|Double\b|Float\b)[A-Z][\w<>.]{0,80}\s+\w{1,80}\s*[,)]|trustURLCodebase"\s*,\s*"true"/g,
  unprotected:
    /ALLOW_ALL_HOSTNAME_VERIFIER|NoopHostnameVerifier|getInstance\(\s*"(?:MD5|MD2|SHA-?1|DES(?:\/[^"]*)?|DESede[^"]*|RC4|AES\/ECB[^"]*|Blowfish|AES)"|checkServerTrusted\([^)]{0,120}\)\s*(?:throws\s+\w+\s*)?\{\s*\}|TrustAllStrategy|setHttpOnly\(\s*false|setSecure\(\s*false/,
}
