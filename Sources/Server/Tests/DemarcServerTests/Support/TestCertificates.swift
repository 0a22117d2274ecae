/// Certificates for tests, valid for a hundred years: an authority, a server, a client, and a client with an unlisted
/// authority.
enum TestCertificates {
    static let authority = """
        -----BEGIN CERTIFICATE-----
        MIIBiTCCAS+gAwIBAgIUUANFnqXuXRaqumCxr++IKI7x43MwCgYIKoZIzj0EAwIw
        GTEXMBUGA1UEAwwORGVtYXJjIHRlc3QgY2EwIBcNMjYxMTIzMDMwNDIwWhgPMjEy
        NjEwMzAwMzA0MjBaMBkxFzAVBgNVBAMMDkRlbWFyYyB0ZXN0IGNhMFkwEwYHKoZI
        zj0CAQYIKoZIzj0DAQcDQgAEd5adZtTG2q+9nI6Ll1+rX0exDd1Y30KbdAAzsB7z
        uY9W3dzgIzK3HbICFbwCTusnrcqeYJQ4B2JeylBunIMbk6NTMFEwHQYDVR0OBBYE
        FNha7VYjBELmu4nsgbnvX0fZmZmpMB8GA1UdIwQYMBaAFNha7VYjBELmu4nsgbnv
        X0fZmZmpMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIhAIcIA9X1
        U8zco8jHqpiTX6P+jJsJaUL7vAr+rTf3o5XuAiB1swiT6yyadPAL8dtpym/4bkIE
        B63YYIDz6/48bMp0Sg==
        -----END CERTIFICATE-----
        """

    static let server = """
        -----BEGIN CERTIFICATE-----
        MIIBgDCCASegAwIBAgIUf2SMZQVR/748piWnsUXzSc4p6sgwCgYIKoZIzj0EAwIw
        GTEXMBUGA1UEAwwORGVtYXJjIHRlc3QgY2EwIBcNMjYxMTIzMDMwNDIxWhgPMjEy
        NjEwMzAwMzA0MjFaMBExDzANBgNVBAMMBnNlcnZlcjBZMBMGByqGSM49AgEGCCqG
        SM49AwEHA0IABBya1qk5rqclbDHyS0iApzq4yb748Rq2TYftIYulQKU5MeifT+is
        NX0n6yH6OLCyqG20fc0vz22hcHyk8OAVTK+jUzBRMA8GA1UdEQQIMAaHBH8AAAEw
        HQYDVR0OBBYEFAgN5mdBd51CP8Ua1ReyIxZa02glMB8GA1UdIwQYMBaAFNha7VYj
        BELmu4nsgbnvX0fZmZmpMAoGCCqGSM49BAMCA0cAMEQCICAhUHud4od/0euDuz2o
        pkIinxxNE4CH0AEsYKPo15ORAiBC3jxOxo0ie8Sj/JiFradrVVNqnxKVST/ZYXaw
        DLRL8w==
        -----END CERTIFICATE-----
        """

    static let serverKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgypT3REJ/tz64Mdsi
        Ql2J+mObjGEo2+75boMg2yQoozGhRANCAAQcmtapOa6nJWwx8ktIgKc6uMm++PEa
        tk2H7SGLpUClOTHon0/orDV9J+sh+jiwsqhttH3NL89toXB8pPDgFUyv
        -----END PRIVATE KEY-----
        """

    static let client = """
        -----BEGIN CERTIFICATE-----
        MIIBmDCCAT2gAwIBAgIUf2SMZQVR/748piWnsUXzSc4p6skwCgYIKoZIzj0EAwIw
        GTEXMBUGA1UEAwwORGVtYXJjIHRlc3QgY2EwIBcNMjYxMTIzMDMwNDIxWhgPMjEy
        NjEwMzAwMzA0MjFaMBsxGTAXBgNVBAMMEGRhbmFAY29udG9zby5jb20wWTATBgcq
        hkjOPQIBBggqhkjOPQMBBwNCAAQzEk6BK2aALB4xM4EDw7cjsTQ7w9ljjy8RWhPM
        /fpk397f2egxi1pTvUDMNm+KLHdBs5r1/MtWyyscsZVD9cfRo18wXTAbBgNVHREE
        FDAShhB1cm46Y29udG9zbzpkYW5hMB0GA1UdDgQWBBQKdI+qhCM87D1aqzEQhI/G
        gFdWdDAfBgNVHSMEGDAWgBTYWu1WIwRC5ruJ7IG5719H2ZmZqTAKBggqhkjOPQQD
        AgNJADBGAiEAiENQ+yBgy6aEo7o6txA8bjIn67gzUEHnyZ7j5ez8S8ECIQDkarGV
        ea4lHVI37JfBhhrKuWbjuLgBU3s4HL8FCnatkQ==
        -----END CERTIFICATE-----
        """

    static let clientKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgGYZiC+XEc/FiVVyl
        rXccqIs9JsfBqNsL4dhaNS8tyxWhRANCAAQzEk6BK2aALB4xM4EDw7cjsTQ7w9lj
        jy8RWhPM/fpk397f2egxi1pTvUDMNm+KLHdBs5r1/MtWyyscsZVD9cfR
        -----END PRIVATE KEY-----
        """

    static let stranger = """
        -----BEGIN CERTIFICATE-----
        MIIBmTCCAUCgAwIBAgIUFAjsP2NBzzJjqFg+WwzfedQu918wCgYIKoZIzj0EAwIw
        HDEaMBgGA1UEAwwRRGVtYXJjIHRlc3Qgb3RoZXIwIBcNMjYxMTIzMDMwNDIxWhgP
        MjEyNjEwMzAwMzA0MjFaMBsxGTAXBgNVBAMMEGRhbmFAY29udG9zby5jb20wWTAT
        BgcqhkjOPQIBBggqhkjOPQMBBwNCAASjZaEBB9qUdDqqyvvMpc6GMDcP8166h0Tm
        2CSjOO4dRwqBcOeMnkcjC6oAjIaWE2MIJvI9n8r+3joQbeSM/bQEo18wXTAbBgNV
        HREEFDAShhB1cm46Y29udG9zbzpkYW5hMB0GA1UdDgQWBBTK8dueYZOdFlPMRCFQ
        Swc7SRKYgzAfBgNVHSMEGDAWgBTZtPlRh2x5xnem2ZxtlGFu+ZQZ4TAKBggqhkjO
        PQQDAgNHADBEAiBchnDK1WzookTuy2x0st00Gcb2cU+DogxFlxWBsjTMWwIgDNeV
        c6YbMPGMySSiBuYz7KgXMDdkivbFjtP+TZrjBQU=
        -----END CERTIFICATE-----
        """

    static let strangerKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgBn74G6Rt9ftvgwyi
        w62IZnIm2fv0USf/5QIsY72Pm6ShRANCAASjZaEBB9qUdDqqyvvMpc6GMDcP8166
        h0Tm2CSjOO4dRwqBcOeMnkcjC6oAjIaWE2MIJvI9n8r+3joQbeSM/bQE
        -----END PRIVATE KEY-----
        """

    /// The authority of the two clients below, whose names are not one account.
    static let namesAuthority = """
        -----BEGIN CERTIFICATE-----
        MIIBjjCCATWgAwIBAgIUf1LYyCSA21qO/u1++M0ptJFRR48wCgYIKoZIzj0EAwIw
        HDEaMBgGA1UEAwwRRGVtYXJjIHRlc3QgbmFtZXMwIBcNMjYxMTI3MDYxMzA2WhgP
        MjEyNjExMDMwNjEzMDZaMBwxGjAYBgNVBAMMEURlbWFyYyB0ZXN0IG5hbWVzMFkw
        EwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEeeS5/rY+DSNKftUTCiYDMM413XjWa/rZ
        63aLnPXdOIRT0mvi+1ZXrj3Zgg7guT4wq3/ukIPuP/6r8DkZ8z5x66NTMFEwHQYD
        VR0OBBYEFM/+yr0eFDWBy/x2hn7X+4y5Bsv/MB8GA1UdIwQYMBaAFM/+yr0eFDWB
        y/x2hn7X+4y5Bsv/MA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDRwAwRAIg
        Jo48ntu86LR9DRE1PG2pqb9wP/SNH7PIeEE7rJXFk90CIAZ1aezgCp2NqbcQLC+m
        XgH2NsaCyPAKuSh/U67S0C4z
        -----END CERTIFICATE-----
        """

    /// A client with two common names and two URIs.
    static let severalNames = """
        -----BEGIN CERTIFICATE-----
        MIIByTCCAW+gAwIBAgIUUOpNlyXf8mrOo6DphJCijdyN4dAwCgYIKoZIzj0EAwIw
        HDEaMBgGA1UEAwwRRGVtYXJjIHRlc3QgbmFtZXMwIBcNMjYxMTI3MDYxMzA2WhgP
        MjEyNjExMDMwNjEzMDZaMDcxGTAXBgNVBAMMEGRhbmFAY29udG9zby5jb20xGjAY
        BgNVBAMMEXJvYmluQGNvbnRvc28uY29tMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcD
        QgAEdCWEif/0f22VsLeFOi6J2mg8FqTKrXUeTTegwISvTh9yI2HD7nvS2xCRS0ch
        XcmZAN7UP2rES0+/J1hcfgYrw6NyMHAwLgYDVR0RBCcwJYYQdXJuOmNvbnRvc286
        ZGFuYYYRdXJuOmNvbnRvc286cm9iaW4wHQYDVR0OBBYEFEP8bqXtfQPWgP3bUgVf
        J+6s4tVaMB8GA1UdIwQYMBaAFM/+yr0eFDWBy/x2hn7X+4y5Bsv/MAoGCCqGSM49
        BAMCA0gAMEUCIDwFZh5BDvqGyd2eep7MkFEKv4czw8SrNhttnk/LY18gAiEAqo02
        rp7JFVjBxExmtICKXXOZZDOW+kuwySZA06u1V5s=
        -----END CERTIFICATE-----
        """

    /// A client with no common name and no URI.
    static let noName = """
        -----BEGIN CERTIFICATE-----
        MIIBkDCCATegAwIBAgIUUOpNlyXf8mrOo6DphJCijdyN4dEwCgYIKoZIzj0EAwIw
        HDEaMBgGA1UEAwwRRGVtYXJjIHRlc3QgbmFtZXMwIBcNMjYxMTI3MDYxMzA3WhgP
        MjEyNjExMDMwNjEzMDdaMBIxEDAOBgNVBAoMB0NvbnRvc28wWTATBgcqhkjOPQIB
        BggqhkjOPQMBBwNCAAR0JYSJ//R/bZWwt4U6LonaaDwWpMqtdR5NN6DAhK9OH3Ij
        YcPue9LbEJFLRyFdyZkA3tQ/asRLT78nWFx+BivDo18wXTAbBgNVHREEFDASghBk
        YW5hLmNvbnRvc28uY29tMB0GA1UdDgQWBBRD/G6l7X0D1oD921IFXyfurOLVWjAf
        BgNVHSMEGDAWgBTP/sq9HhQ1gcv8doZ+1/uMuQbL/zAKBggqhkjOPQQDAgNHADBE
        AiBzTFWAeT7nAnQyQcU5CDvN9ijddzJ+DXrp8ABr7Z+k2gIgWde6HUaxiLahPKK1
        TPfdeHOwYmA9akt5bSvCCG/A4KI=
        -----END CERTIFICATE-----
        """

    /// The key of both.
    static let namesKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgyJg/vKRDo6DkBXt4
        vsA8CGpqEdZURVfkWuSy/BQCiM+hRANCAAR0JYSJ//R/bZWwt4U6LonaaDwWpMqt
        dR5NN6DAhK9OH3IjYcPue9LbEJFLRyFdyZkA3tQ/asRLT78nWFx+BivD
        -----END PRIVATE KEY-----
        """
}
