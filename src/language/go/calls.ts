import type { CallFacts } from '../calls/call-facts.ts'
import { CHARACTER, NAME, quoted, SLASHES, STARS } from '../calls/lexicon.ts'

export const goCalls: CallFacts = {
  lexicon: {
    lineComments: SLASHES,
    blockComments: STARS,
    name: NAME,
    signs: ['...', '<<=', '>>=', ':=', '==', '!=', '<=', '>=', '&&', '||', '<-', '+=', '++', '--'],
    strings: [quoted('"', { isOneLine: true }), quoted('`', { escapes: 'none' }), CHARACTER],
  },
  members: ['.'],
  joins: ['+'],
  declares: ['var', 'const'],
  unchecked: /\bunsafe\.(?:Pointer|Slice|String|Add)\b/g,
  tightStructs: true,
  commands: {
    words: 'exec.Command os.StartProcess exec.Command().Start execabs.Command script.Exec',
    wordsFromSecond:
      'syscall.Exec unix.Exec exec.CommandContext syscall.ForkExec execabs.CommandContext syscall.StartProcess',
  },
  calls: {
    evaluate:
      'template.New().Parse template.New.Parse .MethodByName vm.RunString goja.New().RunString otto.New().Run interp.New().Eval vm.Run .RunString',
    deleteTree: 'os.RemoveAll',
    deleteFile: 'os.Remove os.Truncate syscall.Unlink unix.Unlink',
    openFile: 'os.OpenFile',
    writeFile: 'os.WriteFile ioutil.WriteFile os.Create',
    writeSecond: 'os.Rename os.Symlink os.Link',
    readFile:
      'http.ServeFile http.ServeFileFS .File .SendFile .FileAttachment .Attachment .Inline os.ReadFile ioutil.ReadFile os.Open os.ReadDir ioutil.ReadDir os.Stat os.Lstat os.Mkdir os.MkdirAll filepath.Walk filepath.WalkDir',
    connect: 'net.Dial net.DialTCP net.DialTimeout tls.Dial',
    send: 'http.Head client.Get client.Post client.Do net.Dial net.LookupHost httputil.NewSingleHostReverseProxy http.DefaultClient.Get smtp.SendMail http.Post http.PostForm http.Get http.NewRequest http.NewRequestWithContext .Write fmt.Fprintf fmt.Fprint',
    native:
      'reflect.MakeFunc plugin.Open syscall.LoadLibrary syscall.NewLazyDLL windows.NewLazyDLL purego.Dlopen C.system C.dlopen syscall.LoadDLL',
    deserialise: 'pickle.Load pickle.Loads gob.NewDecoder yaml.Unmarshal yaml.NewDecoder xml.NewDecoder xml.Unmarshal',
    query:
      '.Query .QueryRow .Exec .QueryContext .ExecContext .QueryRowContext .Prepare .PrepareContext .Raw .Where .Order .Select .NamedQuery .NamedExec .QueryRowx .Queryx .MustExec .Joins .Having .OrderExpr .ColumnExpr .WhereOr',
    weakHash: 'md5.New md5.Sum sha1.New sha1.Sum md4.New ripemd160.New',
    weakCipher: 'des.NewCipher des.NewTripleDESCipher rc4.NewCipher',
    weakRandom: 'rand.Seed',
    fork: 'syscall.ForkExec',
    duplicate: 'syscall.Dup2 unix.Dup2',
    becomeRoot: 'syscall.Setuid syscall.Setgid unix.Setuid syscall.Setreuid',
    unpack: 'archiver.Unarchive',
    password:
      '.SignedString sessions.NewCookieStore securecookie.New sessions.NewFilesystemStore hmac.New ssh.Password smtp.PlainAuth smtp.CRAMMD5Auth',
    directory:
      'ldap.NewSearchRequest .Compile xpath.Compile xmlquery.Find htmlquery.Find xmlquery.FindOne xmlquery.QuerySelector htmlquery.FindOne goxpath.MustParse goxpath.Parse',
    readXml: 'parser.XMLParseNoEnt xmlparser.New parser.New',
  },
  sources: {
    foreign:
      'os.Args flag.Arg flag.String flag.Args .FormValue .PostFormValue .Query .URL.Query r.URL req.URL request.URL r.Header req.Header r.Body req.Body r.Form req.Form request.Form .PathValue .Param .QueryParam .Cookie os.Stdin .ReadString .Text mux.Vars .Vars .UserAgent .Referer r.Host req.Host .RequestURI .GetString .FormFile .Query .QueryArray .PostForm .GetRawData .Params .BodyParser .BindJSON bufio.NewReader bufio.NewScanner',
    environment: 'os.Getenv os.LookupEnv os.Environ',
    network: 'http.Get .Body net.Dial net.Listen',
    clean:
      'strconv.Atoi strconv.ParseInt strconv.ParseFloat strconv.Itoa shellescape.Quote url.QueryEscape filepath.Base len html.EscapeString strconv.Quote',
  },
  pure: {
    same: 'url.Parse io.ReadAll ioutil.ReadAll string strings.TrimSpace strings.ToLower .String filepath.Clean os.ExpandEnv strings.Clone',
    joinBlank: 'strings.Join',
    joinPath: 'filepath.Join path.Join',
    format: 'fmt.Sprintf',
    concatArguments: 'fmt.Sprint .WriteString',
    list: 'append slices.Concat',
    base64:
      'base64.StdEncoding.DecodeString base64.URLEncoding.DecodeString base64.RawStdEncoding.DecodeString base64.RawURLEncoding.DecodeString',
    hex: 'hex.DecodeString',
    decoded: 'gzip.NewReader zlib.NewReader',
  },
  admitsObjects: /\bParseUnverified\(|UnsafeAllowNoneSignatureType/g,
  unprotected: /InsecureSkipVerify\s*[:=]\s*true|ssh\.InsecureIgnoreHostKey/,
}
