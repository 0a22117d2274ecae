import PolicyModel
import Testing

@Suite("Query schemes that an app must declare") struct QueriesSchemesTests {
    @Test(
        "The twins of the queried schemes and the general schemes are required",
        arguments: [
            ([], []),
            (["smart-ns", "http-intunemam"], []),
            (["foo", "FOO", "foo-intunemam"], ["foo-intunemam"]),
            (["mailto"], ["mailto-intunemam", "ms-outlook-intunemam"]),
            (["ms-outlook", "mailto"], ["ms-outlook-intunemam", "mailto-intunemam"]),
            (["http"], []),
            (["companyportal", "msauth", "MSAuthV2", "msauthv3"], []),
            (["msauth.com.contoso.app"], ["msauth.com.contoso.app-intunemam"]),
        ] as [([String], [String])]
    )
    func required(queried: [String], twins: [String]) {
        var app = AppSettings()
        app.queriesSchemes = queried
        #expect(app.requiredQueriesSchemes == AppSettings.queriesSchemesAlwaysRequired + twins)
    }
}
